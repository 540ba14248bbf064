/** Every row on the slow reference. */

import { conformanceSuite } from './conformance-suite.ts';
import { loadVectors } from './node-vectors.ts';
import { referenceTarget } from './reference-target.ts';

conformanceSuite(referenceTarget, loadVectors());

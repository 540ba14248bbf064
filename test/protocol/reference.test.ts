/** Every row on the slow reference. */

import { loadVectors } from './conformance/node-vectors.ts';
import { conformanceSuite } from './conformance-suite.ts';
import { referenceTarget } from './reference-target.ts';

conformanceSuite(referenceTarget, loadVectors());

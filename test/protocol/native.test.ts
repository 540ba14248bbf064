/** Every row on the native core. */
import { loadHookedAddon } from '../helpers/native-hooks.ts';
import { loadVectors } from './conformance/node-vectors.ts';
import { conformanceSuite } from './conformance-suite.ts';
import { nativeTarget } from './native-target.ts';

conformanceSuite(nativeTarget(loadHookedAddon()), loadVectors());

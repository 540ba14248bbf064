/** Every row on the native core. */
import { loadHookedAddon } from '../helpers/native-hooks.ts';
import { conformanceSuite } from './conformance-suite.ts';
import { nativeTarget } from './native-target.ts';
import { loadVectors } from './node-vectors.ts';

conformanceSuite(nativeTarget(loadHookedAddon()), loadVectors());

import { adversarySuite } from './suite.ts';

adversarySuite('wasm');

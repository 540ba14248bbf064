import { adversarySuite } from './suite.ts';

adversarySuite('native');

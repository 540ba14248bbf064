/** Every row on the WebAssembly core inside workerd. */
import texts from 'virtual:vectors';
import { cachekitFiles, rowsOf } from '../js/conformance/rows.ts';
import { conformanceSuite } from '../test/protocol/conformance-suite.ts';
import { wasmTarget } from '../test/protocol/wasm-target.ts';
import { hooksModule } from './hooks-module.ts';

const rows = Object.entries(texts).flatMap(([file, text]) => {
  const parsed: unknown = JSON.parse(text);
  return rowsOf(file, parsed);
});
const notHere = cachekitFiles.filter((file) => !(file in texts));

conformanceSuite(wasmTarget('wasm in workerd', await hooksModule()), { rows, notHere });

/** What the build leaves under build/wasm, as bundlers and Workers see it. */

declare module '*/build/wasm/sealcache.mjs' {
  /** Makes an instance; what comes out is checked by js/core/wasm-module.ts. */
  const createModule: import('./wasm-module.ts').CreateModule;
  export default createModule;
}

declare module '*/build/wasm/sealcache-hooks.mjs' {
  const createModule: import('./wasm-module.ts').CreateModule;
  export default createModule;
}

declare module '*.wasm' {
  const compiled: WebAssembly.Module;
  export default compiled;
}

// Embind registers every C++ type it knows. For these, which no function here takes or gives, the module
// would carry converters of UTF-16 and UTF-32 text and views of memory.
addToLibrary({
  _embind_register_std_wstring: () => {},
  _embind_register_std_wstring__deps: [],
  _embind_register_memory_view: () => {},
  _embind_register_memory_view__deps: [],
  _embind_register_emval: () => {},
  _embind_register_emval__deps: [],
  _embind_register_bigint: () => {},
  _embind_register_bigint__deps: [],
});

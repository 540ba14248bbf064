declare module 'virtual:vectors' {
  /** The text of each vector file, by name. */
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

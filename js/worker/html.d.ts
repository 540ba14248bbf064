/** A page as text, as wrangler's rule `Text` gives it. */
declare module '*.html' {
  const text: string;
  export default text;
}

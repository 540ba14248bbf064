/** The bindings of wrangler.test.toml. */
declare namespace Cloudflare {
  interface Env {
    readonly CACHE: KVNamespace;
  }
}

/** The bindings of this folder's wrangler.test.toml. */
declare namespace Cloudflare {
  interface Env {
    readonly KV: KVNamespace;
    readonly BUCKET: R2Bucket;
    readonly DATABASE: D1Database;
  }
}

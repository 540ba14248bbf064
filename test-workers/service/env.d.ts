/** The bindings of the service. `Readonly` because an interface extends no import type as it is. */
declare namespace Cloudflare {
  interface Env extends Readonly<import('../../js/worker/environment.ts').Environment> {}
}

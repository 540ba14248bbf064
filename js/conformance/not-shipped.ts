/** A row came to a step that only a build with test hooks shows: it is not applicable, and not passed. */
export class NotShipped extends Error {
  constructor(step: string) {
    super(`only a test build shows ${step}`);
  }
}

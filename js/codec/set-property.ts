/** Sets an own property even where `Object.prototype` has an accessor or a frozen one of its name. */
export function setProperty(record: object, name: string, value: unknown): void {
  Object.defineProperty(record, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

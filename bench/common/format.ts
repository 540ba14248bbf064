/** A time in the unit that leaves one to three digits before the point. */
export function duration(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${digits(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${digits(nanoseconds / 1e3)} µs`;
  if (nanoseconds < 1e9) return `${digits(nanoseconds / 1e6)} ms`;
  return `${digits(nanoseconds / 1e9)} s`;
}

/** A size in binary units. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < 2 ** 20) return `${digits(count / 1024)} KiB`;
  return `${digits(count / 2 ** 20)} MiB`;
}

/** How many times as much. */
export function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}×`;
}

/** Three digits, as far as the number has them. */
function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}

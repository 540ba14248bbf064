import { PlainDate, PlainTime } from '../codec/plain-temporal.ts';
import { DATE, DATETIME, TIME } from '../codec/sentinel-names.ts';
import { writeArrayHeader } from '../codec/write-scalar.ts';
import { writeSentinelHead } from '../codec/write-sentinel.ts';
import { writeString } from '../codec/write-string.ts';
import { SerializationError } from '../errors.ts';
import { byUtf8 } from '../keys/name-order.ts';
import { MAX_VALUE_DEPTH } from './limits.ts';
import { ModelWriter } from './model-writer.ts';

/** Values as canonical MessagePack (PROTOCOL §7.4): numbers keep their kind, keys are in order. */
export class InteropEncoder extends ModelWriter {
  constructor() {
    super(MAX_VALUE_DEPTH);
  }

  /**
   * Valid until the next call.
   * @throws {SerializationError} for a value outside of the model
   * @throws {ValueTooLargeError} above 1 MiB, 100 levels or 10,000 entries of a collection
   */
  of(value: unknown): Uint8Array {
    return this.encode(() => this.write(value, 0));
  }

  override refuse(why: string): never {
    throw new SerializationError(`A value of interop mode ${why}`);
  }

  protected override nameOrder(names: string[]): readonly string[] {
    return names.sort(byUtf8);
  }

  protected override writeDate(ms: number): void {
    this.#writeSentinel(DATETIME, new Date(ms).toISOString());
  }

  protected override writeMicroseconds(): void {
    this.refuse('holds an InteropDateTime, which is for arguments; store a Date');
  }

  protected override writeSet(values: readonly unknown[], depth: number): void {
    const { out } = this;
    const start = out.pos;
    const items = values.map((value) => {
      const from = out.pos;
      this.write(value, depth + 1);
      return out.bytes.slice(from, out.pos);
    });
    items.sort(compareBytes);
    const distinct = items.filter((item, i) => i === 0 || compareBytes(item, items[i - 1]) !== 0);
    out.pos = start;
    writeArrayHeader(out, distinct.length);
    for (const item of distinct) {
      out.reserve(item.length);
      out.bytes.set(item, out.pos);
      out.pos += item.length;
    }
  }

  protected override writeOther(value: object): boolean {
    if (PlainDate.is(value)) this.#writeSentinel(DATE, value.iso);
    else if (PlainTime.is(value)) this.#writeSentinel(TIME, value.iso);
    else return false;
    return true;
  }

  /** Its two keys are in order. */
  #writeSentinel(name: string, iso: string): void {
    writeSentinelHead(this.out, name);
    writeString(this.out, iso);
  }
}

function compareBytes(a: Uint8Array, b: Uint8Array = new Uint8Array(0)): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

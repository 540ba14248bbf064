import { writeArrayHeader } from '../codec/write-scalar.ts';
import { ConfigurationError } from '../errors.ts';
import { MAX_ARGUMENT_DEPTH } from './limits.ts';
import { ModelWriter } from './model-writer.ts';

/** MessagePack never uses this byte; see shared/argument_token.h for what follows it. */
const TAG = 0xc1;
const TAG_SET = 1;
const TAG_INSTANT = 2;

/**
 * Arguments on their way into the core, which makes them canonical: maps stay in the order they have,
 * sets and instants are only marked.
 */
export class ArgumentStream extends ModelWriter {
  constructor() {
    super(MAX_ARGUMENT_DEPTH);
  }

  /**
   * Valid until the next call.
   * @throws {ConfigurationError} for an argument outside of the model
   * @throws {ValueTooLargeError} above 1 MiB, 50 levels or 10,000 entries of a collection
   */
  of(args: readonly unknown[]): Uint8Array {
    return this.encode(() => {
      this.enter(0, args.length);
      this.writeItems(args, 0);
    });
  }

  override refuse(why: string): never {
    throw new ConfigurationError(`An argument of a call in interop mode ${why}`);
  }

  protected override nameOrder(names: string[]): readonly string[] {
    return names;
  }

  protected override writeDate(ms: number): void {
    this.writeMicroseconds(BigInt(ms) * 1000n);
  }

  protected override writeMicroseconds(value: bigint): void {
    const { out } = this;
    this.#writeTag(TAG_INSTANT);
    out.reserve(8);
    out.view.setBigInt64(out.pos, value);
    out.pos += 8;
  }

  protected override writeSet(values: readonly unknown[], depth: number): void {
    this.#writeTag(TAG_SET);
    writeArrayHeader(this.out, values.length);
    for (const value of values) this.write(value, depth + 1);
  }

  protected override writeOther(): boolean {
    return false;
  }

  #writeTag(tag: number): void {
    const { out } = this;
    out.reserve(2);
    out.bytes[out.pos] = TAG;
    out.bytes[out.pos + 1] = tag;
    out.pos += 2;
  }
}

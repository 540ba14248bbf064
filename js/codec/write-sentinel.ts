/** The fixed first part of a sentinel map: header, name, `true`, `"value"`. */
import type { Output } from './output.ts';
import { VALUE_KEY } from './sentinel-names.ts';
import { TRUE, writeByte } from './write-scalar.ts';
import { writeString } from './write-string.ts';

/** Two entries. The value is the caller's to write, one level deeper. */
export function writeSentinelHead(out: Output, name: string): void {
  writeByte(out, 0x82);
  writeString(out, name);
  writeByte(out, TRUE);
  writeString(out, VALUE_KEY);
}

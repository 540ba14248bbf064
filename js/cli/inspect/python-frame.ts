import { escapeText } from '../../log/escape.ts';
import { beginsWith, FRAME_MAGIC } from './magic.ts';
import type { Reading } from './reading.ts';

/** Magic, then the length of the header. */
const PREFIX = 7;
const LONGEST_TEXT = 60;

/** An entry of the Python SDK in auto mode (PROTOCOL §5), by its first three bytes. */
export function readPythonFrame(bytes: Uint8Array): Reading | null {
  if (!beginsWith(bytes, FRAME_MAGIC)) return null;
  const frame = { kind: 'Python frame', bytes: bytes.length } as const;
  if (bytes.length < PREFIX) return { ...frame, facts: {}, damage: 'it ends inside its prefix' };
  const headerSize = new DataView(bytes.buffer, bytes.byteOffset).getUint32(FRAME_MAGIC.length);
  const facts = { header: `${headerSize} bytes` };
  if (headerSize > bytes.length - PREFIX) {
    return { ...frame, facts, damage: 'its header would end behind it' };
  }
  const payload = bytes.length - PREFIX - headerSize;
  const header = headerOf(bytes.subarray(PREFIX, PREFIX + headerSize));
  const sizes = { ...facts, payload: `${payload} bytes` };
  if (header === null) return { ...frame, facts: sizes, damage: 'its header is no JSON object' };
  return { ...frame, facts: { ...sizes, ...claims(header) } };
}

function headerOf(bytes: Uint8Array): object | null {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof header === 'object' && header !== null ? header : null;
  } catch {
    return null;
  }
}

/** Nothing in the header is authenticated: it is what the frame says of itself. */
function claims(header: object): Record<string, string> {
  const metadata: unknown = Reflect.get(header, 'm');
  const encrypted =
    typeof metadata === 'object' &&
    metadata !== null &&
    Reflect.get(metadata, 'encrypted') === true;
  return {
    'says it is by': textOf(Reflect.get(header, 's')),
    'says it is encrypted': encrypted ? 'yes' : 'no',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? escapeText(value, LONGEST_TEXT) : 'nobody';
}

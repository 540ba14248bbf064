import { BackendError } from '../../errors.ts';

/** Bytes of their own memory: the reply may share the buffer that the socket was read into. */
export function bytesOf(reply: unknown): Uint8Array | null {
  if (reply === null) return null;
  if (Buffer.isBuffer(reply)) return new Uint8Array(reply);
  throw unexpected();
}

/** Some clients can be set to give numbers as text. */
export function integerOf(reply: unknown): number {
  const text = typeof reply === 'number' ? String(reply) : textOf(reply);
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw unexpected();
}

/** Whether a `SET … NX` was done. */
export function doneOf(reply: unknown): boolean {
  if (reply === null) return false;
  if (textOf(reply) === 'OK') return true;
  throw unexpected();
}

export function listOf(reply: unknown, length: number): readonly unknown[] {
  if (Array.isArray(reply) && reply.length === length) return reply;
  throw unexpected();
}

function textOf(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  if (Buffer.isBuffer(reply)) return reply.toString();
  throw unexpected();
}

function unexpected(): BackendError {
  return new BackendError('Redis answered in a form that does not fit the command', 'permanent');
}

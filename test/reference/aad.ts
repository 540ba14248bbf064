/** AAD v0x03 (PROTOCOL §6.5). */
import { bigEndian, concat, utf8 } from './bytes.ts';
import { refuse } from './protocol-error.ts';

export const maxAadBytes = 65_536;

export function aad(tenant: string, cacheKey: string, compressed: boolean): Uint8Array {
  const built = aadOf([tenant, cacheKey, 'msgpack', compressed ? 'True' : 'False']);
  if (built.length > maxAadBytes) refuse('kAadTooLarge');
  return built;
}

/** Any list of components, with no limit: Python's fifth component, too. */
export function aadOf(components: readonly string[]): Uint8Array {
  const parts = components.map(utf8);
  return concat(Uint8Array.of(0x03), ...parts.flatMap((part) => [bigEndian(part.length, 4), part]));
}

/** A new master key: 32 random bytes as 64 lowercase hex digits. Keep it in a secret store. */
export function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  bytes.fill(0);
  return hex;
}

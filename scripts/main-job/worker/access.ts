/**
 * Whether a request carries the access token. Both sides are hashed first, so that the comparison
 * takes the same time whatever was sent.
 */
export async function mayAccess(request: Request, accessToken: string): Promise<boolean> {
  if (typeof accessToken !== 'string' || accessToken === '') return false;
  const header = request.headers.get('authorization') ?? '';
  const [sent, expected] = await Promise.all([digest(header), digest(`Bearer ${accessToken}`)]);
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= (sent[i] ?? 0) ^ (expected[i] ?? 0);
  return difference === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/**
 * On every answer. The tenant is only in `Authorization`, so a cache in between that goes by the URL
 * would give one tenant's bytes to another (API-2); whatever the bytes are, no browser is to guess.
 */
const EVERYWHERE = {
  'Cache-Control': 'no-store',
  Vary: 'Authorization',
  'X-Content-Type-Options': 'nosniff',
};

export type HeaderFields = Readonly<Record<string, string>>;

export function json(value: unknown, status = 200, headers: HeaderFields = {}): Response {
  return Response.json(value, { status, headers: { ...EVERYWHERE, ...headers } });
}

export function bytes(body: BodyInit | null, headers: HeaderFields): Response {
  const type = { 'Content-Type': 'application/octet-stream' };
  return new Response(body, { headers: { ...EVERYWHERE, ...type, ...headers } });
}

export function html(text: string, headers: HeaderFields): Response {
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(text, { headers: { ...EVERYWHERE, ...type, ...headers } });
}

export function empty(status: number): Response {
  return new Response(null, { status, headers: EVERYWHERE });
}

/** What every write answers. */
export function success(): Response {
  return json({ success: true });
}

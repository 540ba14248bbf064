import page from '../../build/page/index.html';
import { html } from './http/answer.ts';
import { Refusal } from './http/refusal.ts';

/** The page names what it may run; that nothing may frame it can only be said in a header. */
const [, POLICY = "default-src 'none'"] =
  /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];

/** `GET /`: the status page, for everybody; what it shows needs an API key. */
export function statusPage(method: string): Response {
  if (method !== 'GET') throw new Refusal(405, 'use GET', { Allow: 'GET' });
  return html(page, {
    'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

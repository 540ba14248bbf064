import { json } from './http/answer.ts';
import { Refusal } from './http/refusal.ts';
import openapi from './openapi.json' with { type: 'json' };

/** `GET /openapi.json`, for everybody: what the API is, not what is stored. */
export function description(method: string): Response {
  if (method !== 'GET') throw new Refusal(405, 'use GET', { Allow: 'GET' });
  return json(openapi);
}

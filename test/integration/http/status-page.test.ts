/** The status page in a real browser: what it shows, what it opens, and what it never sends. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCache, generateKey } from '../../../js/node.ts';
import { type LocalService, startService } from '../../../scripts/main-job/local-service.ts';
import { Chromium } from './chromium.ts';
import { apiKeyOf, ask } from './service-client.ts';

const masterKey = generateKey();
const VALUE = { name: 'Ada', note: 'attack at dawn', born: new Date(0), tags: new Set(['a']) };

let service: LocalService;
let apiKey: string;
let browser: Chromium;
beforeAll(async () => {
  service = await startService();
  apiKey = await apiKeyOf(service, 'sdk');
  const cache = createCache.io({
    apiKey,
    apiUrl: service.url.origin,
    allowCustomHost: 'loopback',
    l1: { enabled: false },
    encryption: { masterKey },
  });
  await cache.set('user:42', VALUE, { ttl: 600 });
  for (let i = 0; i < 20; i++) await cache.set(`load:${i}`, 'x'.repeat(i * i * 20));
  for (let i = 0; i < 30; i++) await cache.get(`load:${i}`);
  browser = await Chromium.start();
}, 180_000);
afterAll(async () => {
  await browser.stop();
  await service.stop();
});

function shown(id: string): Promise<string> {
  return browser.text(id).then((text) => String(text ?? ''));
}

test('its policy lets it run itself and nothing else', async () => {
  const answer = await fetch(new URL('/', service.url));
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
  const page = await answer.text();
  expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)=/);
});

test('shows what happened, to who has an API key', { timeout: 60_000 }, async () => {
  await browser.open(service.url);
  await expect
    .poll(() => browser.evaluate('location.origin + document.readyState'), {
      timeout: 20_000,
    })
    .toBe(`${service.url.origin}complete`);
  await browser.submit('sign-in', { 'api-key': 'wrong' });
  await expect.poll(() => shown('state'), { timeout: 20_000 }).toContain('not known');
  expect(await browser.evaluate("document.getElementById('view').hidden")).toBe(true);

  await browser.submit('sign-in', { 'api-key': apiKey });
  await expect.poll(() => shown('numbers'), { timeout: 20_000 }).toMatch(/entries\s+21/);
  expect(await shown('numbers')).toMatch(/hit ratio, last hour\s+66\.7 %/);
  expect(await shown('numbers')).toMatch(/reads\s+30\s+writes\s+21/);
  for (const chart of ['ratio', 'latency', 'bytes', 'sizes']) {
    expect(await browser.evaluate(`document.querySelector('#${chart} svg') !== null`)).toBe(true);
  }
  expect(await browser.evaluate("document.querySelectorAll('#recent tr').length")).toBe(12);
  expect(await shown('recent')).toMatch(/load:19\s+\d+\s+\d+ s\s+kv\s+[0-9a-f]{48}/);
});

test('a slow answer to the key before shows nothing to the next one', {
  timeout: 60_000,
}, async () => {
  await browser.submit('sign-in', { 'api-key': await apiKeyOf(service, 'sdk') });
  await expect.poll(() => shown('numbers'), { timeout: 20_000 }).toMatch(/entries\s+0/);
  // Of the next refresh.
  await browser.evaluate(`{
    const fetch = window.fetch;
    window.fetch = (...call) => {
      window.fetch = fetch;
      window.asked = true;
      return fetch(...call).then((answer) => new Promise((ready) => setTimeout(ready, 1500, answer)));
    };
  }`);
  const asked = () => browser.evaluate('window.asked === true');
  await expect.poll(asked, { timeout: 20_000 }).toBe(true);
  await browser.submit('sign-in', { 'api-key': apiKey });
  await expect.poll(() => shown('numbers'), { timeout: 20_000 }).toMatch(/entries\s+21/);
  await new Promise((passed) => setTimeout(passed, 2000));
  expect(await shown('numbers')).toMatch(/entries\s+21/);
});

test('opens an entry in the browser, and sends the master key nowhere', {
  timeout: 60_000,
}, async () => {
  await browser.submit('open', { 'entry-key': 'user:42', 'master-key': masterKey });
  await expect.poll(() => shown('value'), { timeout: 20_000 }).toContain('attack at dawn');
  expect(JSON.parse(await shown('value'))).toEqual({
    name: 'Ada',
    note: 'attack at dawn',
    born: 'Date 1970-01-01T00:00:00.000Z',
    tags: { Set: ['a'] },
  });

  await browser.submit('open', { 'entry-key': 'user:42', 'master-key': generateKey() });
  await expect.poll(() => shown('value'), { timeout: 20_000 }).toContain('decryption failed');
  await browser.submit('open', { 'entry-key': 'absent', 'master-key': masterKey });
  await expect.poll(() => shown('value'), { timeout: 20_000 }).toBe('there is no such entry');
  await browser.submit('open', { 'entry-key': 'user:42', 'master-key': 'short' });
  await expect.poll(() => shown('value'), { timeout: 20_000 }).toContain('masterKey must');

  expect(browser.sent.length).toBeGreaterThan(3);
  for (const { url, text } of browser.sent) {
    expect(new URL(url).origin).toBe(service.url.origin);
    expect(text).not.toContain(masterKey);
    expect(url).not.toContain(apiKey);
  }
});

test('looks right in light and dark, and breaks no rule of its policy', {
  timeout: 60_000,
}, async () => {
  const backgrounds: unknown[] = [];
  for (const value of ['light', 'dark']) {
    const features = [{ name: 'prefers-color-scheme', value }];
    await browser.call('Emulation.setEmulatedMedia', { features });
    backgrounds.push(await browser.evaluate('getComputedStyle(document.body).backgroundColor'));
    const folder = process.env['SEALCACHE_SCREENSHOTS'];
    if (folder !== undefined) await writeFile(`${folder}/${value}.png`, await browser.screenshot());
  }
  expect(backgrounds).toEqual(['rgb(255, 255, 255)', 'rgb(20, 23, 26)']);
  expect(browser.log.filter((entry) => /Content Security Policy|exception/i.test(entry))).toEqual(
    [],
  );
});

test('what it shows is for the tenant alone', async () => {
  const other = await ask(service, await apiKeyOf(service), 'GET', '/v1/status');
  expect(await other.json()).toMatchObject({ entries: 0, minutes: [], recent: [] });
  expect((await fetch(new URL('/v1/status', service.url))).status).toBe(401);
});

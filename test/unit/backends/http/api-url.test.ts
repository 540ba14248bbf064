/** Where the API key may be sent (PROTOCOL §10.1, API-74, B30). */
import { describe, expect, it } from 'vitest';
import { type CustomHosts, resolveApiUrl } from '../../../../js/backends/http/api-url.ts';
import { ConfigurationError } from '../../../../js/errors.ts';

function refusalOf(url: unknown, customHosts: CustomHosts): ConfigurationError {
  try {
    resolveApiUrl(url, customHosts);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
  }
  throw new Error(`${String(url)} was not refused`);
}

const MALFORMED: readonly unknown[] = [
  '',
  'api.cachekit.io',
  '//api.cachekit.io',
  'https:api.cachekit.io',
  'https:/api.cachekit.io',
  'https:///api.cachekit.io',
  'https://',
  'ftp://api.cachekit.io',
  'file:///etc/passwd',
  'javascript:alert(1)',
  ' https://api.cachekit.io',
  'https://api.cachekit.io ',
  'https://api.cache\tkit.io',
  'https://api.cachekit.io\n',
  'https://api.cachekit.io\u0000',
  'https://api.cachekit.io\\@evil.example',
  'https:\\\\api.cachekit.io',
  'https://api.cachekit.io:99999',
  'https://[::1',
  'https://256.1.1.1',
  'https://1.2.3.4.5',
  'https://[fe80::1%25eth0]',
  null,
  42,
  {},
  new URL('https://api.cachekit.io'),
];

const WITH_EXTRAS = [
  'https://user@api.cachekit.io',
  'https://user:pass@api.cachekit.io',
  'https://:pass@api.cachekit.io',
  'https://api.cachekit.io?x=1',
  'https://api.cachekit.io/?',
  'https://api.cachekit.io/#',
  'https://api.cachekit.io#x',
];

const OTHER_HOSTS = [
  'https://cache.example',
  'https://cachekit.io',
  'https://api.cachekit.io.evil.example',
  'https://evil-api.cachekit.io',
  'https://api.cachekit.io.',
  'https://api.cachekit.io:8443',
  'https://8.8.8.8',
  'https://[2606:4700::1111]',
];

const NOT_PUBLIC = [
  // Loopback, in every notation.
  'https://127.0.0.1',
  'https://127.255.255.254',
  'https://127.1',
  'https://127.0.0.1.',
  'https://0177.0.0.1',
  'https://0x7f.0.0.1',
  'https://0x7f000001',
  'https://2130706433',
  'https://017700000001',
  'https://１２７.０.０.１',
  'https://localhost',
  'https://localhost.',
  'https://LOCALHOST',
  'https://ⓛocalhost',
  'https://%6c%6fcalhost',
  'https://api.localhost',
  'https://api.cachekit.io.localhost.',
  'https://[::1]',
  'https://[0:0:0:0:0:0:0:1]',
  // Any address of this machine.
  'https://0.0.0.0',
  'https://0',
  'https://0.1.2.3',
  'https://[::]',
  // Private, shared and link-local.
  'https://10.0.0.1',
  'https://10.255.255.255',
  'https://167772161',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.1',
  'https://0xc0.0xa8.1.1',
  'https://169.254.169.254',
  'https://0xa9fea9fe',
  'https://100.64.0.1',
  'https://100.127.255.255',
  'https://192.0.0.8',
  'https://198.18.0.1',
  'https://198.19.255.255',
  'https://224.0.0.1',
  'https://240.0.0.1',
  'https://255.255.255.255',
  'https://[fc00::1]',
  'https://[fd12:3456::1]',
  'https://[fe80::1]',
  'https://[febf::1]',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://[100::1]',
  // An IPv4 address inside: mapped, compatible, translated, tunnelled.
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:10.0.0.1]',
  'https://[::ffff:8.8.8.8]',
  'https://[::FFFF:7f00:1]',
  'https://[::127.0.0.1]',
  'https://[64:ff9b::7f00:1]',
  'https://[64:ff9b:1::7f00:1]',
  'https://[2001::7f00:1]',
  'https://[2001:1ff::1]',
  'https://[2002:7f00:1::]',
];

const PLAIN_HTTP = [
  'http://api.cachekit.io',
  'HTTP://api.cachekit.io',
  'http://cache.example',
  'http://localhost:8080',
  'http://127.0.0.1',
];

describe('a URL that is refused', () => {
  it.each(MALFORMED)('malformed: %j', (url) => {
    for (const hosts of [false, true, 'loopback'] as const) {
      expect(refusalOf(url, hosts).message).toContain('must be a URL like');
    }
  });

  it.each(WITH_EXTRAS)('with more than host and path: %s', (url) => {
    for (const hosts of [false, true, 'loopback'] as const) {
      expect(refusalOf(url, hosts).message).toContain('a query or a fragment');
    }
  });

  it.each(PLAIN_HTTP)('without TLS: %s', (url) => {
    expect(refusalOf(url, false).message).toContain('must begin with https');
    expect(refusalOf(url, true).message).toContain('must begin with https');
  });

  it.each(OTHER_HOSTS)('of another host, unless permitted: %s', (url) => {
    expect(refusalOf(url, false).message).toContain('allowCustomHost: true');
    expect(() => resolveApiUrl(url, true)).not.toThrow();
  });

  it.each(NOT_PUBLIC)('of no public address, permitted or not: %s', (url) => {
    expect(refusalOf(url, false).message).toContain('not the address of the cache service');
    expect(refusalOf(url, true).message).toContain('private or reserved');
  });

  it('never quoted, since it may hold a password', () => {
    const urls = [
      'https://u:hunter2@h.example',
      'https://hunter2.example',
      'hunter2',
      'http://hunter2',
    ];
    for (const url of urls) {
      const refusal = refusalOf(url, false);
      expect(String(refusal)).not.toContain('hunter2');
      expect(refusal.cause).toBeUndefined();
    }
  });
});

describe('a URL that is taken', () => {
  it.each([
    ['https://api.cachekit.io', 'https://api.cachekit.io'],
    ['https://api.cachekit.io/', 'https://api.cachekit.io'],
    ['https://API.CacheKit.io:443', 'https://api.cachekit.io'],
    ['https://api。cachekit。io', 'https://api.cachekit.io'],
    ['https://api.staging.cachekit.io', 'https://api.staging.cachekit.io'],
  ])('of the service: %s', (url, sent) => {
    for (const hosts of [false, true]) expect(resolveApiUrl(url, hosts)).toBe(sent);
  });

  it.each([
    ['https://cache.example:8443/a/../b//', 'https://cache.example:8443/b'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://134744072', 'https://8.8.8.8'],
    ['https://9.255.255.255', 'https://9.255.255.255'],
    ['https://11.0.0.0', 'https://11.0.0.0'],
    ['https://100.63.255.255', 'https://100.63.255.255'],
    ['https://100.128.0.0', 'https://100.128.0.0'],
    ['https://172.15.255.255', 'https://172.15.255.255'],
    ['https://172.32.0.0', 'https://172.32.0.0'],
    ['https://192.167.1.1', 'https://192.167.1.1'],
    ['https://198.20.0.0', 'https://198.20.0.0'],
    ['https://223.255.255.255', 'https://223.255.255.255'],
    ['https://[2001:200::1]', 'https://[2001:200::1]'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
    ['https://[3fff::1]', 'https://[3fff::1]'],
    ['https://10.0.0.1.example', 'https://10.0.0.1.example'],
    ['https://localhost.example', 'https://localhost.example'],
  ])('of another public host, where permitted: %s', (url, sent) => {
    expect(resolveApiUrl(url, true)).toBe(sent);
  });

  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://127.9.9.9/', 'http://127.9.9.9'],
    ['http://0x7f.1:80', 'http://127.0.0.1'],
    ['http://localhost:8787', 'http://localhost:8787'],
    ['https://localhost', 'https://localhost'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
  ])('of this machine, where just that is permitted: %s', (url, sent) => {
    expect(resolveApiUrl(url, 'loopback')).toBe(sent);
  });

  it.each([
    'https://api.cachekit.io',
    'https://cache.example',
    'http://10.0.0.1',
    'http://12.0.0.1',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://127.0.0.1.example',
    'http://localhost.example',
  ])("but 'loopback' means nothing else: %s", (url) => {
    expect(refusalOf(url, 'loopback').message).toContain('must name localhost');
  });
});

/** What `inspect` says of bytes: one of each kind, and damaged ones. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_HEADER_BYTES, writeFileHeader } from '../../../js/backends/file-header.ts';
import { withLabel } from '../../../js/cache/entry-label.ts';
import { looksSealed } from '../../../js/cli/inspect/randomness.ts';
import { CONTAINER_ENVELOPE, type Container, CONTAINER_PLAIN } from '../../../js/core/core.ts';
import { loadNodeCore } from '../../../js/core/node-core.ts';
import { EncryptionManager, encodeInteropValue, MessagePackSerializer } from '../../../js/node.ts';
import { cli, here, KEY, OTHER_KEY } from './run-cli.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealcache-inspect-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ENVELOPE =
  '94c412f00168656c6c6f2c2063616368656b697421' + '986dcc8a34ccb63a3c52ccd310a76d73677061636b';
const VALUE = new MessagePackSerializer().encode({ b: 'secret text', a: 1 });

async function sealed(container: Container = CONTAINER_PLAIN, key = KEY): Promise<Uint8Array> {
  const manager = new EncryptionManager(key, 'shop');
  try {
    return await manager.sealNow(VALUE, 'user:42', container);
  } finally {
    manager.dispose();
  }
}

function file(payload: Uint8Array, expiry: number): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES + payload.length);
  writeFileHeader(bytes, expiry);
  bytes.set(payload, FILE_HEADER_BYTES);
  return bytes;
}

function frame(header: string, payload: string, length = header.length): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length);
  return Buffer.concat([Buffer.from('CK\x03'), size, Buffer.from(header + payload)]);
}

test('an envelope in hex, in a process of its own', async () => {
  const { status, stdout, stderr } = await cli(['inspect', ENVELOPE]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toBe(
    [
      '42 bytes: ByteStorage envelope',
      '  LZ4 block: 18 bytes',
      '  uncompressed size: 16 bytes',
      '  ratio: 0.89',
      '  checksum: holds',
      '',
    ].join('\n'),
  );
});

test('bytes on standard input, and hex there', async () => {
  const bytes = Buffer.from(ENVELOPE, 'hex');
  const raw = await cli(['inspect', '-'], { stdin: bytes });
  expect(raw.stdout).toContain('42 bytes: ByteStorage envelope');
  const hex = await here(['inspect', '-', '--hex'], {
    stdin: `${ENVELOPE.slice(0, 8)}\n${ENVELOPE.slice(8)}\n`,
  });
  expect([hex.status, hex.stdout]).toEqual([0, raw.stdout]);
});

const CASES: readonly [string, () => Promise<Uint8Array> | Uint8Array, number, string[]][] = [
  [
    'a sealed blob',
    () => sealed(),
    0,
    ['looks like a sealed blob', 'plaintext, if sealed: 18 bytes'],
  ],
  ['MessagePack', () => VALUE, 0, [': MessagePack', 'holds: a map of 2']],
  ['an interop value', () => encodeInteropValue({ a: 1 }), 0, [': interop value', 'a map of 1']],
  [
    'an interop v2 container',
    async () => (await loadNodeCore()).packInterop(encodeInteropValue('x'.repeat(500)), true),
    0,
    [
      'interop v2 container',
      'method: 1, LZ4',
      'original size: 503 bytes',
      'body: holds',
      'holds: a string',
    ],
  ],
  [
    'a container that stores',
    async () => (await loadNodeCore()).packInterop(encodeInteropValue(1), false),
    0,
    ['method: 0, stored', 'payload: 1 bytes', 'ratio: 1.00'],
  ],
  [
    'a damaged container',
    () => Uint8Array.of(0xc1, 0x02, 0x93),
    1,
    ['interop v2 container, damaged'],
  ],
  [
    'a labelled value',
    () => withLabel({ freshUntil: 0, slidingTtl: 60, tags: new Map([['t', 'v']]) }, VALUE),
    0,
    [
      'labelled value',
      'stale from: never',
      'sliding TTL: 60 s',
      'tags: 1',
      '  18 bytes: MessagePack',
    ],
  ],
  [
    'an envelope with a wrong checksum',
    () => Buffer.from(ENVELOPE.replace('986d', '986e'), 'hex'),
    1,
    ['ByteStorage envelope, damaged', 'damage: integrity check failed'],
  ],
  [
    'a file with a sealed entry',
    async () => file(await sealed(), 4_102_444_800),
    0,
    [
      'file-backend entry',
      'state: live',
      'expires: 2100-01-01T00:00:00.000Z',
      '  looks like',
      '',
    ].slice(0, 3),
  ],
  [
    'an expired file',
    () => file(VALUE, 1),
    0,
    ['state: expired', 'expires: 1970-01-01', 'MessagePack'],
  ],
  ['a file that never expires', () => file(VALUE, 0), 0, ['state: live', 'expires: never']],
  ['an empty file entry', () => file(new Uint8Array(), 0), 0, ['  0 bytes: nothing']],
  ['a short file', () => file(VALUE, 0).subarray(0, 13), 1, ['file-backend entry, damaged']],
  ['a file of a later version', () => file(VALUE, 0).with(4, 1), 0, ['state: of a later version']],
  [
    'a Python frame',
    () => frame('{"s":"arrow\\u001b[2J","m":{"encrypted":true},"v":"2.0"}', 'payload'),
    0,
    [
      'Python frame',
      'payload: 7 bytes',
      'says it is by: arrow\\u{1b}[2J',
      'says it is encrypted: yes',
    ],
  ],
  ['a frame that ends early', () => frame('', '').subarray(0, 6), 1, ['Python frame, damaged']],
  ['a frame whose header is too long', () => frame('{}', '', 9), 1, ['header would end behind it']],
  ['a frame without JSON', () => frame('{', ''), 1, ['its header is no JSON object']],
  ['text', () => Buffer.from('The quick brown fox jumps over it'), 1, ['unknown']],
  ['too few bytes to be sealed', async () => (await sealed()).subarray(0, 27), 1, ['unknown']],
  ['nothing', () => new Uint8Array(), 0, ['0 bytes: nothing']],
];

test.each(CASES)('names %s', async (_what, make, expected, texts) => {
  const stdin = new Uint8Array(await make());
  const { status, stdout } = await here(['inspect', '-'], { stdin });
  expect([stdout, status]).toEqual([expect.anything(), expected]);
  for (const text of texts) expect(stdout).toContain(text);
  expect(stdout).not.toContain('secret');
  const json = JSON.parse((await here(['inspect', '-', '--json'], { stdin })).stdout);
  expect(json.bytes).toBe(stdin.length);
});

test('a file is preferred to hex of the same name', async () => {
  await writeFile(join(folder, 'abcd'), VALUE);
  const { stdout } = await cli(['inspect', 'abcd'], { cwd: folder });
  expect(stdout).toContain(`${VALUE.length} bytes: MessagePack`);
  expect((await here(['inspect', 'abcd'])).stdout).toContain('2 bytes');
});

const TERMS = ['--tenant', 'shop', '--key', 'user:42', '--container', 'plain'];

test.each([
  ['the current key', { SEALCACHE_MASTER_KEY: KEY }, TERMS, 0, 'with the current key'],
  [
    'a retired key',
    { SEALCACHE_MASTER_KEY: OTHER_KEY, CACHEKIT_PREVIOUS_MASTER_KEYS: `${KEY}, ` },
    TERMS,
    0,
    'with retired key 1',
  ],
  ['another key', { SEALCACHE_MASTER_KEY: OTHER_KEY }, TERMS, 1, 'no'],
  ['another tenant', { SEALCACHE_MASTER_KEY: KEY }, TERMS.with(1, 'other'), 1, 'no'],
  ['another cache key', { SEALCACHE_MASTER_KEY: KEY }, TERMS.with(3, 'user:43'), 1, 'no'],
  ['another container', { SEALCACHE_MASTER_KEY: KEY }, TERMS.with(5, 'envelope'), 1, 'no'],
])('tells whether a blob opens with %s', async (_what, env, terms, expected, verdict) => {
  for (const stdin of [await sealed(), file(await sealed(), 0)]) {
    const { status, stdout } = await here(['inspect', '-', ...terms], { env, stdin });
    expect(status).toBe(expected);
    expect(stdout).toMatch(new RegExp(`^opens: ${verdict}$`, 'm'));
    expect(stdout).not.toContain('secret');
  }
});

test.each([
  [['--tenant', 'shop'], 'give --key'],
  [['--key', 'user:42'], 'give --tenant'],
  [['--tenant', 'shop', '--key', 'user:42'], 'give --container'],
  [TERMS.with(5, 'envelop'), '--container is one of'],
  [TERMS, 'SEALCACHE_MASTER_KEY'],
])('refuses half of the terms: %j', async (terms, message) => {
  const { status, stderr } = await here(['inspect', '-', ...terms], { stdin: VALUE });
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a digest as cache key has to be called one', async () => {
  const manager = new EncryptionManager(KEY, 'shop');
  const digest = 'ab'.repeat(32);
  const stdin = await manager.sealNow(VALUE, digest, CONTAINER_ENVELOPE);
  manager.dispose();
  const args = ['inspect', '-', '--tenant', 'shop', '--container', 'envelope', '--key', digest];
  const env = { SEALCACHE_MASTER_KEY: KEY };
  expect((await here(args, { env, stdin })).status).toBe(2);
  const { status, stdout } = await here([...args, '--key-is-digest'], { env, stdin });
  expect([status, stdout]).toEqual([0, expect.stringContaining('opens: with the current key')]);
});

test('a missing file is told by name', async () => {
  const { status, stderr } = await here(['inspect', join(folder, 'missing')]);
  expect([status, stderr]).toEqual([
    3,
    `sealcache: cannot read ${join(folder, 'missing')} (ENOENT)\n`,
  ]);
});

test('nearly all random bytes look sealed, and no text does', () => {
  const sizes = [28, 29, 40, 100, 1000, 100_000];
  for (const size of sizes) {
    let missed = 0;
    for (let i = 0; i < 200; i++) {
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += 65_536)
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      if (!looksSealed(bytes)) missed += 1;
    }
    expect(missed, `of ${size} bytes`).toBeLessThan(5);
    const text = Buffer.from('{"id":42,"name":"Ada Lovelace","tags":["x","y"]}'.repeat(3000));
    expect(looksSealed(text.subarray(0, size))).toBe(false);
  }
});

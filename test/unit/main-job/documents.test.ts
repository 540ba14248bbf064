/** What `npm start` makes of the files that it is given. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InputError, loadDocuments } from '../../../scripts/main-job/documents.ts';

describe('documents of the main job', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sealcache-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  test('are the bundled ones where none is named', () => {
    expect(loadDocuments([]).length).toBeGreaterThan(30);
  });

  test.each([
    ['null', null],
    ['\uFEFF{"bom":1}', { bom: 1 }],
    ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ])('may be %s', async (text, value) => {
    expect(loadDocuments([await put('a.json', text)])).toEqual([{ key: 'doc:a', value }]);
  });

  test.each(['[-0.0, 1e400, -1e400]', '-0'])('hold what JSON carries back: %s', async (text) => {
    const value = loadDocuments([await put('a.json', text)])[0]?.value;
    expect(value).toStrictEqual(JSON.parse(JSON.stringify(value)));
  });

  test.each<[string, string | Uint8Array]>([
    ['no JSON', 'x'],
    ['empty', ''],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('are refused by name when %s', async (_what, content) => {
    const file = await put('bad.json', content);
    expect(() => loadDocuments([folder])).toThrow(InputError);
    expect(() => loadDocuments([folder])).toThrow(file);
  });

  test('are refused where there are none', async () => {
    expect(() => loadDocuments([folder])).toThrow(InputError);
    expect(() => loadDocuments([join(folder, 'missing.json')])).toThrow(/missing\.json.*ENOENT/);
  });

  test('are refused when one would be stored over the other', async () => {
    await mkdir(join(folder, 'other'));
    const files = [await put('a.json', '1'), await put(join('other', 'a.json'), '2')];
    expect(() => loadDocuments(files)).toThrow(InputError);
    expect(() => loadDocuments([folder])).not.toThrow();
  });
});

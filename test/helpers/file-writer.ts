/** A process that writes one entry over and over: `file-writer.ts folder name letter rounds`. */
import { FileBackend } from '../../js/backends/file.ts';

const [folder = '', name = '', letter = 'a', rounds = '0'] = process.argv.slice(2);
const store = new FileBackend(() => name, { cacheDir: folder });
for (let i = 0; i < Number(rounds); i++) {
  await store.set('shared', new Uint8Array(20_000 + i).fill(letter.charCodeAt(0)), 3600);
  const back = await store.get('shared');
  // Every value is one letter throughout: anything else is a torn or a missing entry.
  if (back === null || back.some((byte) => byte !== back[0])) process.exit(1);
}

import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { SetupFailure } from './failure.mjs';

/** Removes a folder, unless something is mounted below it: that could be the project itself. */
export function removeTree(folder) {
  if (!existsSync(folder)) return;
  const mounted = mountsBelow(realpathSync(folder));
  if (mounted.length > 0) {
    const commands = mounted.reverse().map((mount) => `umount '${mount}'`);
    throw new SetupFailure(
      `${folder} has mounts below it; undo them first:\n${commands.join('\n')}`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
}

function mountsBelow(folder) {
  const table = '/proc/self/mountinfo';
  if (!existsSync(table)) return [];
  const points = readFileSync(table, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => withoutOctal(line.split(' ')[4]));
  return points.filter((point) => point === folder || point.startsWith(`${folder}/`));
}

// The kernel writes blanks and backslashes of a path in octal.
function withoutOctal(text) {
  return text.replace(/\\([0-7]{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

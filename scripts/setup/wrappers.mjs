import { dirname, join } from 'node:path';

/** A script that hands over to the machine's own tool beside `emcc`. */
export function hostWrapper(emcc, tool) {
  return `#!/bin/sh\nexec ${quoted(join(dirname(emcc), tool))} "$@"\n`;
}

/**
 * A script that runs the tool inside the Debian root, with the project at its own path. The mounts
 * live in a namespace of that one process: none can be left behind, however it ends. Paths
 * are worked out when it runs, so that a moved checkout keeps working.
 */
export function rootWrapper(tool) {
  return `#!/bin/sh
bin=$(cd "$(dirname "$0")" && pwd -P) || exit 1
toolchain=\${bin%/bin}
exec unshare --mount --propagation private sh -c '
  root=$1 project=$2 folder=$3
  shift 3
  mkdir -p "$root$project" &&
    mount --bind "$project" "$root$project" &&
    mount --rbind /proc "$root/proc" &&
    mount --rbind /dev "$root/dev" || exit 1
  exec chroot "$root" /usr/bin/env -i -C "$folder" \\
    PATH=/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
' sh "$toolchain/debian" "\${toolchain%/build/toolchain}" "$(pwd -P)" ${tool} "$@"
`;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

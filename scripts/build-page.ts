/**
 * Builds the status page of the cache service: one HTML file with its style, its script and the wasm
 * core inside, and a policy that lets it run just these. wrangler.toml runs this before it bundles.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'js', 'status-page');
const target = join(root, 'build', 'page', 'index.html');

/** A module of the browser from the compiled core, where a Worker would be given it. */
const wasm: Plugin = {
  name: 'wasm',
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: `const text = atob(${JSON.stringify(await readFile(path, 'base64'))});
        export default await WebAssembly.compile(Uint8Array.from(text, (c) => c.charCodeAt(0)));`,
    }));
  },
};

export async function buildPage(): Promise<void> {
  const [html, style, script] = await Promise.all([
    readFile(join(source, 'index.html'), 'utf8'),
    minified({ entryPoints: [join(source, 'style.css')] }),
    minified({
      entryPoints: [join(source, 'main.ts')],
      bundle: true,
      format: 'esm',
      plugins: [wasm],
    }),
  ]);
  // Inside of HTML a script ends at its first such tag, also in a string.
  const code = script.replaceAll('</script', '<\\/script');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(code)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head =
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<style>${style}</style><script type="module">${code}</script>`;
  await mkdir(dirname(target), { recursive: true });
  await writeFile(
    target,
    html.replace('<!-- head -->', () => head),
  );
}

async function minified(options: Parameters<typeof build>[0]): Promise<string> {
  const { outputFiles = [] } = await build({
    ...options,
    minify: true,
    write: false,
    outdir: 'unused',
    target: 'es2024',
    legalComments: 'none',
  });
  return outputFiles[0]?.text ?? '';
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();

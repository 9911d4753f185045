import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { oneByte } from '../scripts/one-byte.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(import.meta.dirname, 'dist');

/** A source's folder stays its own: threads and templates are found from there. */
const ownFolders = {
  name: 'own-folders',
  setup(building) {
    building.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const folder = JSON.stringify(relative(dist, dirname(path)).replaceAll('\\', '/'));
      const contents = await readFile(path, 'utf8');
      return { contents: contents.replaceAll('import.meta.dirname', `__folder(${folder})`), loader: 'ts' };
    });
  },
};

/**
 * Bundles the platform's own code into `dist/main.mjs`; packages stay where they are. Loaded from its sources the platform
 * takes 30 MB more: their texts, and Node's compiler that strips the types.
 */
export async function buildPlatform() {
  const { outputFiles } = await build({
    entryPoints: { main: join(import.meta.dirname, 'src/main.ts') },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    alias: Object.fromEntries(['api', 'kit', 'tenant-runtime'].map((room) => [`@ostatok/${room}`, join(root, room)])),
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    // A stack trace shows the line: it must not be the whole bundle.
    lineLimit: 200,
    legalComments: 'none',
    plugins: [ownFolders],
    banner: {
      js: "import { join as __join } from 'node:path'; const __folder = (path) => __join(import.meta.dirname, path);",
    },
    write: false,
    logLevel: 'warning',
  });
  await mkdir(dist, { recursive: true });
  for (const { path, text } of outputFiles) {
    // in one piece: a platform may be starting meanwhile
    await writeFile(`${path}.new`, oneByte(text));
    await rename(`${path}.new`, path);
  }
}

if (process.argv[1] === import.meta.filename) await buildPlatform();

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/**
 * A Vite plugin: compressed copies beside the files, which pages.routes.ts serves. A venue's server has no time to compress,
 * and a phone in a bar no line to waste.
 * @returns {import('vite').Plugin}
 */
export function compressAssets() {
  let assets = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      assets = resolve(root, build.outDir, build.assetsDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = (await readdir(assets)).filter((name) => /\.(js|css|wasm)$/.test(name));
        for (const path of files.map((name) => join(assets, name))) {
          await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path), { level: 9 }));
        }
      },
    },
  };
}

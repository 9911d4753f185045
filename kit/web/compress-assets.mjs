import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const encoders = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gz: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * A Vite plugin that writes compressed copies beside the files, which pages.routes.ts serves: the server has no time to
 * compress, and a phone in a bar no bandwidth to waste.
 *
 * @returns {import('vite').Plugin}
 */
export function compressAssets({ encodings = ['gz'] } = {}) {
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
        // nothing was written: the build has failed, and tells why by itself
        if (!existsSync(assets)) return;
        const files = (await readdir(assets)).filter((name) => /\.(js|css|wasm)$/.test(name));
        for (const path of files.map((name) => join(assets, name))) {
          const content = await readFile(path);
          for (const encoding of encodings) await writeFile(`${path}.${encoding}`, await encoders[encoding](content));
        }
      },
    },
  };
}

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { oneByte } from '../scripts/one-byte.mjs';

const here = import.meta.dirname;
const dist = join(here, 'dist');

/** Native, or mere lists of passwords: found at run time. */
const packages = ['@node-rs/bcrypt', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common', 'sharp'];
/** What packages use where it is found; here it is not. */
const optional = ['bufferutil', 'pg-native', 'pg-query-stream', 'utf-8-validate'];

/** What its packages carry and a venue never uses; together half of the bundle, and a loaded bundle is held in memory. */
const unused = [
  // Databases other than PostgreSQL.
  /[\\/]knex[\\/]lib[\\/]dialects[\\/](better-sqlite3|cockroachdb|mariadb|mssql|mysql2?|oracle(db)?|pgnative|redshift|sqlite3)[\\/]/,
  // Encodings other than Unicode: JSON knows no others.
  /[\\/]iconv-lite[\\/]encodings[\\/](sbcs|dbcs|utf7)[^\\/]*$/,
  // Encodings of Japan, and proxies: a mailbox's connection is open already.
  /[\\/]encoding-japanese[\\/]/,
  /[\\/]node_modules[\\/](socks|smart-buffer|ip-address)[\\/]/,
  // The metrics of a cluster, their gateway, the defaults and their traces.
  /[\\/]prom-client[\\/]lib[\\/](cluster|pushgateway|defaultMetrics)\.js$/,
  // The log's worker thread: ours goes to stdout.
  /[\\/]thread-stream[\\/]/,
];
const leaveOut = {
  name: 'leave-out',
  setup(building) {
    for (const filter of unused) building.onLoad({ filter }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What a venue serves or is sent; the table of all 2,400 media types takes a megabyte once loaded. */
const served =
  'bin css csv gif html ico jpg js json map mjs png svg txt wasm webmanifest webp woff woff2 xls xlsx'.split(' ');
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const fewMediaTypes = {
  name: 'few-media-types',
  setup(building) {
    building.onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const all = Object.entries(JSON.parse(await readFile(path, 'utf8')));
      const isServed = ([type, { extensions = [] }]) =>
        forms.includes(type) || extensions.some((extension) => served.includes(extension));
      return { contents: JSON.stringify(Object.fromEntries(all.filter(isServed))), loader: 'json' };
    });
  },
};

const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default';

/**
 * Node's own modules, of which only the imported parts are read: an ES module's import reads each out in full, and reading
 * out `http` and `crypto` loads Node's HTTP client and Web Crypto.
 */
const partsOfNode = {
  name: 'parts-of-node',
  setup(building) {
    building.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : { path, external: true },
    );
    building.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const whole = `/* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)})`;
      const part = (name) => `export const ${name} = /* @__PURE__ */ partOf(${JSON.stringify(name)});`;
      const parts = Object.keys(process.getBuiltinModule(path)).filter(isName).map(part);
      return {
        contents: [`const partOf = (name) => (${whole})[name];`, `export default ${whole};`, ...parts].join('\n'),
      };
    });
  },
};

const READERS_OF_LETTERS = /[\\/]node_modules[\\/](imapflow|libmime|@zone-eu)[\\/]/;

const encodingsOfNode = {
  name: 'encodings-of-node',
  setup(building) {
    building.onResolve({ filter: /^iconv-lite$/ }, ({ importer }) =>
      READERS_OF_LETTERS.test(importer) ? { path: join(here, 'iconv-of-node.ts') } : undefined,
    );
  },
};

const DAY_MS = 24 * 3600_000;

/** A venue that runs may still load a chunk of the build it was started from: only what is a day old goes. */
async function removeOldChunks(written) {
  const folder = join(dist, 'chunks');
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!written.has(path) && Date.now() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { force: true });
  }
}

/** Chunks before the entries that name them, each in one piece: a venue may be starting meanwhile. */
async function writeOutputs(files) {
  await mkdir(join(dist, 'chunks'), { recursive: true });
  const isEntry = ({ path }) => dirname(path) === dist;
  for (const file of files.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    await writeFile(`${file.path}.new`, file.path.endsWith('.mjs') ? oneByte(file.text) : file.contents);
    await rename(`${file.path}.new`, file.path);
  }
  await removeOldChunks(new Set(files.map(({ path }) => path)));
}

/** grammY brings a copy of what Node has; node-fetch knows a signal by the name of its class, and a copy's is changed by bundling. */
const ownAbortController = {
  name: 'own-abort-controller',
  setup(building) {
    building.onLoad({ filter: /[\\/]abort-controller[\\/]dist[\\/]abort-controller\.m?js$/ }, () => ({
      contents: 'module.exports = { AbortController, AbortSignal };',
    }));
  },
};

/**
 * Four copies of one table of media types would be loaded otherwise, and a second log; of a CommonJS yup each of the fifty
 * files that import it would hold a copy of its exports.
 */
const express = createRequire(createRequire(import.meta.url).resolve('express'));
const alias = {
  'mime-db': dirname(createRequire(express.resolve('mime-types')).resolve('mime-db')),
  pino: createRequire(import.meta.url).resolve('pino'),
  yup: join(dirname(createRequire(import.meta.url).resolve('yup')), 'index.esm.js'),
};

async function migrationNames() {
  const files = await readdir(join(here, '../migrations/tenant'));
  return files
    .filter((name) => /^\d+-.*\.ts$/.test(name))
    .map((name) => name.slice(0, -3))
    .sort();
}

/**
 * Bundles the server of a venue into `dist/main.mjs` and its children, the readers of spreadsheets, of suppliers' and tills' files
 * and of photos, beside it; what is loaded only when needed stays in chunks of its own. A bundle starts faster and takes half the memory.
 */
export async function buildTenantRuntime() {
  const worker = join(here, 'src/spreadsheets/worker.ts');
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { outputFiles } = await build({
    entryPoints: {
      main: join(here, 'src/main.ts'),
      ...(existsSync(worker) ? { 'spreadsheet-worker': worker } : {}),
      'delivery-worker': join(here, 'src/deliveries/worker.ts'),
      'recipe-worker': join(here, 'src/recipes/worker.ts'),
      'sales-worker': join(here, 'src/sales/worker.ts'),
      'barcode-worker': join(here, 'src/barcodes/worker.ts'),
      'password-worker': join(here, 'src/users/password-worker.ts'),
    },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Identifiers stay as they are: packages know some classes by their names. esbuild's `keepNames` would name each function
    // again whenever it is made, which took a sixth of the processor time of writing a change.
    minifySyntax: true,
    minifyWhitespace: true,
    // A stack trace shows the line: it must not be the whole bundle.
    lineLimit: 200,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    alias,
    external: [...packages, ...optional],
    plugins: [leaveOut, fewMediaTypes, ownAbortController, encodingsOfNode, partsOfNode],
    write: false,
    // CommonJS packages inside an ES module ask for these.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  // Beside the photo reader, which looks for it there.
  const decoder = { path: join(dist, 'zxing_reader.wasm'), contents: await readFile(wasm) };
  // Whether an update changes the schema is seen without running it, and what an image of it needs.
  const about = {
    path: join(dist, 'release.json'),
    contents: JSON.stringify({ migrations: await migrationNames(), packages }),
  };
  await writeOutputs([decoder, about, ...outputFiles]);
}

if (process.argv[1] === import.meta.filename) await buildTenantRuntime();

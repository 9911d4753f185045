import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const dist = join(here, 'dist');

/** Database drivers knex names and never loads here, and what is found at run time beside the bundle. */
const external = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
  'bufferutil',
  'utf-8-validate',
  '@node-rs/bcrypt',
];

/**
 * Bundles the server of a venue into `dist/main.mjs` and its spreadsheet child into `dist/spreadsheet-worker.mjs`;
 * what is loaded only when needed stays in chunks of its own. A bundle starts faster and takes half the memory.
 */
export async function buildTenantRuntime() {
  const worker = join(here, 'src/spreadsheets/worker.ts');
  await rm(join(dist, 'chunks'), { recursive: true, force: true });
  await build({
    entryPoints: {
      main: join(here, 'src/main.ts'),
      ...(existsSync(worker) ? { 'spreadsheet-worker': worker } : {}),
    },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    // A stack trace shows the line: it must not be the whole bundle.
    lineLimit: 200,
    legalComments: 'none',
    external,
    // CommonJS packages inside an ES module ask for these.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

if (process.argv[1] === import.meta.filename) await buildTenantRuntime();

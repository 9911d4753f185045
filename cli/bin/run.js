#!/usr/bin/env node
// Plain JavaScript that Node 20 can run: the commands themselves are TypeScript and need Node 24.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (process.features.typescript) {
  await keepCompiled();
  await import('../src/start.ts');
} else if (existsSync(own)) {
  const { status } = spawnSync(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error('Нужен Node.js 24 или новее. Выполните npm start: он поставит всё, чего не хватает.');
  process.exitCode = 1;
}

/**
 * Enables Node's compile cache, which makes the next command take two thirds of the time. Everything works without the
 * cache's folder too.
 */
async function keepCompiled() {
  const { default: envPaths } = await import('env-paths');
  const own = envPaths('ostatok', { suffix: '' }).cache;
  const folder = join(own, 'compiled');
  try {
    // one by one: a recursive mkdir of Node retries for ever on a file system that answers ENOENT
    for (const one of [dirname(own), own, folder]) if (!existsSync(one)) mkdirSync(one, { mode: 0o700 });
    module.enableCompileCache(folder);
  } catch {}
}

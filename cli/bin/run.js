#!/usr/bin/env node
// Plain JavaScript that any Node 20 can read: the commands themselves are TypeScript and want Node 24.
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

/** What Node has compiled serves the next command, in two thirds of the time; without a folder for it all works too. */
async function keepCompiled() {
  const { default: envPaths } = await import('env-paths');
  const own = envPaths('ostatok', { suffix: '' }).cache;
  const folder = join(own, 'compiled');
  try {
    // one by one: Node, asked for several at once, tries for ever where a file system answers ENOENT
    for (const one of [dirname(own), own, folder]) if (!existsSync(one)) mkdirSync(one, { mode: 0o700 });
    module.enableCompileCache(folder);
  } catch {}
}

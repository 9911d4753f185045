#!/usr/bin/env node
// Plain JavaScript that any Node 20 can read: the commands themselves are TypeScript and want Node 24.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (process.features.typescript) {
  await import('../src/start.ts');
} else if (existsSync(own)) {
  const { status } = spawnSync(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error('Нужен Node.js 24 или новее. Выполните npm start: он поставит всё, чего не хватает.');
  process.exitCode = 1;
}

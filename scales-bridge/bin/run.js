#!/usr/bin/env node
// Plain JavaScript that Node 20 can run: the bridge itself is TypeScript and needs Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

if (process.features.typescript) {
  await import('../src/main.ts');
} else if (existsSync(own)) {
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // the terminal signals both processes: the bridge ends first, after sending the tenant its last weights
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
} else {
  console.error('Нужен Node.js 24 или новее. Выполните npm start: он поставит всё, чего не хватает.');
  process.exitCode = 1;
}

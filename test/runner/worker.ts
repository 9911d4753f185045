/** Loaded by ava into the process of each test file, before the file itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import fc from 'fast-check';
import { seedFor } from '../support/run/random.ts';
import { leaveWhenLate } from './time-limit.ts';

// the relative path gives the same seed in every checkout
fc.configureGlobal({ seed: seedFor(relative(import.meta.dirname, fileURLToPath(test.meta.file))) });

/** Processor time of this process, and on Linux also of its ended children. */
function cpuSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / 100;
}

// ava turns them on; removed types leave every place where it was, and Playwright makes a stack for each of its calls
process.setSourceMapsEnabled(false);

leaveWhenLate(test.meta.file);

const folder = process.env.OSTATOK_TEST_TIMES;
if (folder) {
  process.on('exit', () => {
    const time = { file: test.meta.file, cpu: cpuSeconds(), wall: process.uptime() };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(time));
  });
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as yup from 'yup';

const root = join(import.meta.dirname, '../..');
const folders = ['api/contract', 'tenant-runtime/contract'];

/** All patterns by which a schema and its parts check untrusted input. */
function patternsOf(schema: unknown, found: Map<string, RegExp>): void {
  if (!(schema instanceof yup.Schema)) return;
  for (const { params } of schema.describe().tests) {
    const regex = params?.regex;
    if (regex instanceof RegExp) found.set(String(regex), regex);
  }
  const { fields, innerType } = schema as { fields?: Record<string, unknown>; innerType?: unknown };
  for (const field of Object.values(fields ?? {})) patternsOf(field, found);
  patternsOf(innerType, found);
}

async function contractPatterns(): Promise<RegExp[]> {
  const found = new Map<string, RegExp>();
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))) {
      for (const given of Object.values(await import(join(root, folder, file)))) patternsOf(given, found);
    }
  }
  return [...found.values()];
}

const starts = ['', 'a', '1', 'a@', '+', '-'];
const repeated = [
  '.',
  '@',
  '-',
  '_',
  ' ',
  '1',
  'a',
  'я',
  '1.',
  '. ',
  'a.',
  'a-',
  'a@',
  '{{',
  ', ',
  '(',
  ':',
  '/',
  '0',
  '\n',
];
const ends = ['', '<', '!', '\n', ' '];

/** The shortest of a few tries, in ms of this thread, for the same total of characters whatever their length. */
function workOf(pattern: RegExp, unit: string, length: number): number {
  const texts = starts.flatMap((start) => ends.map((end) => start + unit.repeat(length / unit.length) + end));
  const tries = Array.from({ length: 2 }, () => {
    const before = process.threadCpuUsage();
    for (let chars = 0; chars < 64_000; chars += length) for (const text of texts) pattern.test(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

test('no pattern of the contracts takes time by the square of what is sent', async (t) => {
  const patterns = await contractPatterns();
  t.true(patterns.length > 15, `${patterns.length}`);
  for (const pattern of patterns) {
    for (const unit of repeated) {
      const ratio = workOf(pattern, unit, 32_000) / Math.max(workOf(pattern, unit, 2_000), 20);
      t.true(ratio < 6, `${pattern} on «${unit}»: ${ratio}`);
    }
  }
});

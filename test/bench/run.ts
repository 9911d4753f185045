/**
 * `npm run bench [NAME…]`: measures every figure in this run on this machine and prints it beside its limit; writes
 * bench-results/latest.json.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServer } from '../support/platform/test-server.ts';
import { machineRows } from './machine.ts';
import type { Row } from './row.ts';

const benches = [
  'changes',
  'items',
  'bot',
  'max',
  'provisioning',
  'import',
  'sales',
  'usage',
  'memory',
  'idle',
  'life',
  'containers',
  'sites',
  'start',
  'venue',
  'search',
  'log',
  'catalogue',
  'matching',
  'similar',
  'sign-ins',
  'campaign',
  'push',
  'people',
  'audit',
  'pages',
  'lighthouse',
];
const asked = process.argv.slice(2);

const number = (value: number | undefined): string =>
  value === undefined ? '' : value.toLocaleString('ru-RU', { maximumFractionDigits: value < 10 ? 2 : 0 });

const server = await startTestServer({ durable: true });
process.env.TEST_DATABASE_URL = server.url;
const rows: Row[] = [];
try {
  for (const name of benches.filter((bench) => asked.length === 0 || asked.includes(bench))) {
    const { bench } = (await import(`./${name}.ts`)) as { bench: () => Promise<Row[]> };
    rows.push(...(await bench()));
  }
  if (rows.length > 0) rows.push(...(await machineRows()));
} finally {
  await server.stop();
}

const lines = rows.map(({ name, value, unit, limit, floor, ratio, ok }) => ({
  Замер: name,
  Значение: `${number(value)} ${unit}`,
  Предел: limit === undefined ? '' : `${number(limit)} ${unit}`,
  'Голый предел машины': floor === undefined ? '' : `${number(floor)} ${unit}`,
  Отношение: number(ratio),
  Итог: ok ? 'да' : 'НЕТ',
}));
console.table(lines);
const folder = join(import.meta.dirname, '../../bench-results');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'latest.json'), `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
process.exit(rows.every(({ ok }) => ok) ? 0 : 1);

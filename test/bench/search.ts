import { Agent } from 'node:http';
import { connect } from '@ostatok/kit/node/db.ts';
import { barNames } from './bar-names.ts';
import type { Row } from './row.ts';
import { startTenantProcess, type TenantProcess } from './tenant-process.ts';
import { get, rowsOf, time } from './times.ts';

const ITEMS = 10_000;
const QUERIES = 120;
const MAX_SEARCH_MS = 30;
const MAX_REPORT_MS = 100;
const MAX_LIST_MS = 1000;

/** Typical input: the name, a part of it, one with a typo, one in the other alphabet. */
const typed: [string, (name: string, turn: number) => string][] = [
  ['названием', (name) => name],
  [
    'частью слов',
    (name, turn) =>
      name
        .split(' ')
        .slice(1, 3)
        .join(' ')
        .slice(0, 3 + (turn % 8)),
  ],
  [
    'с опечаткой',
    (name, turn) => {
      const word = name.split(' ')[1] ?? name;
      const at = 1 + (turn % Math.max(1, word.length - 2));
      return turn % 2 === 0 ? word.slice(0, at) + word.slice(at + 1) : `${word.slice(0, at)}о${word.slice(at)}`;
    },
  ],
];
const otherAlphabet = [
  'джек',
  'absolut',
  'джемесон',
  'bakardi',
  'белуга',
  'хейнекен',
  'монин',
  'aperol',
  'campari',
  'рич',
];

async function fill(databaseUrl: string, names: string[]): Promise<void> {
  const db = connect(databaseUrl, { max: 1 });
  await db.raw(
    `insert into items (name, search_name, category, unit, "group", quantity, expected, cost, ean, codes)
     select name, lower(replace(name, 'ё', 'е')), split_part(name, ' ', 1), 'л',
            (array['strong', 'wine', 'soft', 'other'])[1 + n % 4], n % 50, n % 47, 10000 + n,
            case when n % 2 = 0 then (4600000000000 + n)::text end,
            case when n % 20 = 0 then jsonb_build_array(jsonb_build_object('ean', (14600000000000 + n)::text, 'pack', 12)) else '[]' end
       from unnest(?::text[]) with ordinality as given(name, n)`,
    [names],
  );
  await db.raw('analyze items');
  await db.destroy();
}

async function measure(tenant: TenantProcess, agent: Agent, names: string[]): Promise<Row[]> {
  const ask = (path: string) => () => get(agent, tenant, path);
  const look = (search: string) => ask(`/api/items?search=${encodeURIComponent(search)}`);
  const times = (count: number, path: string) => time(Array.from({ length: count }, () => ask(path)));
  const floor = await times(QUERIES, '/healthz');
  await look('прогрев')();

  const rows: Row[] = [];
  for (const [how, piece] of typed) {
    const searches = Array.from({ length: QUERIES }, (_, turn) => piece(names[(turn * 83) % ITEMS] ?? '', turn));
    rows.push(...rowsOf(`Поиск среди 10 000: ${how}`, await time(searches.map(look)), MAX_SEARCH_MS, floor));
  }
  const foreign = Array.from({ length: QUERIES }, (_, turn) => otherAlphabet[turn % otherAlphabet.length] ?? '');
  rows.push(...rowsOf('Поиск среди 10 000: другим алфавитом', await time(foreign.map(look)), MAX_SEARCH_MS, floor));
  const report = await times(30, '/api/reports/discrepancies');
  rows.push(...rowsOf('Отчёт о расхождениях, 10 000 позиций', report, MAX_REPORT_MS, floor));

  const started = performance.now();
  for (let page = 1; page <= 10; page += 1) await ask(`/api/items?limit=1000&page=${page}`)();
  const value = performance.now() - started;
  rows.push({ name: 'Список 10 000 по 1 000', value, unit: 'мс', limit: MAX_LIST_MS, ok: value <= MAX_LIST_MS });
  return rows;
}

/** Searches, reports and lists of a large tenant over HTTP, beside a response that reads nothing. */
export async function bench(): Promise<Row[]> {
  const names = barNames(ITEMS);
  const tenant = await startTenantProcess();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await fill(tenant.databaseUrl, names);
    return await measure(tenant, agent, names);
  } finally {
    agent.destroy();
    await tenant.stop();
  }
}

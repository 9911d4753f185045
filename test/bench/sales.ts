import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import ExcelJS from 'exceljs';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createDatabase } from '../support/database/postgres.ts';
import type { Row } from './row.ts';
import { call, countMeanwhile, residentMb, signIn, startTenant, watchMemory } from './venue-under-load.ts';

const DAYS = 100;
const DISHES = 1000;
const LINES = DAYS * DISHES;
/** What an upload with its applying may take. */
const LIMIT_MS = 6000;
const DAY_MS = 24 * 3600_000;

interface Line {
  day: string;
  name: string;
  quantity: number;
  paid: number;
}

const lines: Line[] = Array.from({ length: LINES }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / DISHES) * DAY_MS).toISOString().slice(0, 10),
  name: `Коктейль «Сорт ${index % DISHES}» (0,${(index % 5) + 1})`,
  quantity: 1 + (index % 9),
  paid: (1 + (index % 9)) * (300 + (index % 100)),
}));

const olap = (): string =>
  JSON.stringify({
    data: lines.map(({ day, name, quantity, paid }) => ({
      'OpenDate.Typed': day,
      'Store.Name': 'Бар',
      DishName: name,
      DishAmountInt: quantity,
      DishDiscountSumInt: paid,
    })),
    summary: [],
  });

async function writeBook(path: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet('Продажи');
  sheet.addRow(['Учетный день', 'Торговое предприятие', 'Блюдо', 'Количество блюд', 'Сумма со скидкой, р.']).commit();
  for (const { day, name, quantity, paid } of lines) sheet.addRow([day, 'Бар', name, quantity, paid]).commit();
  sheet.commit();
  await book.commit();
}

async function copyBare(client: pg.Client): Promise<void> {
  const rows = lines.map(
    ({ day, quantity, paid }, index) =>
      `1\tБар\t${day}\t${(index % DISHES) + 1}\tsold\t${quantity}\t${paid * 100}\t\\N\t\\N\t1\n`,
  );
  const columns = 'source_id, store, day, till_dish_id, kind, quantity, paid, listed, cost, file_id';
  await pipeline(Readable.from(rows), client.query(copyFrom(`copy bare (${columns}) from stdin`)));
}

/** The same lines as lists of one statement: a limit of another kind. */
async function insertBare(client: pg.Client): Promise<void> {
  await client.query(
    `insert into bare (source_id, store, day, till_dish_id, kind, quantity, paid, file_id)
     select 1, 'Бар', day, dish, 'sold', quantity, paid, 1
       from unnest($1::text[], $2::int[], $3::numeric[], $4::bigint[]) as t(day, dish, quantity, paid)`,
    [
      lines.map(({ day }) => day),
      lines.map((_line, index) => (index % DISHES) + 1),
      lines.map(({ quantity }) => quantity),
      lines.map(({ paid }) => paid * 100),
    ],
  );
}

/** How long PostgreSQL alone takes for the same lines, written into a table of the same shape. */
async function bareMs(url: string, write: (client: pg.Client) => Promise<void>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create table bare (like sales including all)');
    const startedAt = performance.now();
    await write(client);
    return performance.now() - startedAt;
  } finally {
    await client.query('drop table if exists bare');
    await client.end();
  }
}

interface Measured {
  totalMs: number;
  memoryMb: number;
  grownMb: number;
  changesMs: number[];
  copyMs: number;
  insertMs: number;
}

async function measure(path: string, name: string): Promise<Measured> {
  const database = await createDatabase('tenant');
  const tenant = await startTenant(database.url);
  try {
    const { token, itemIds } = await signIn(tenant.url);
    const before = await bareMs(database.url, copyBare);
    const restMb = await residentMb(tenant.pid);
    const memory = watchMemory(tenant.pid, restMb);
    const counting = countMeanwhile(tenant.url, token, itemIds);
    const form = new FormData();
    form.set('key', randomUUID());
    form.set('file', await openAsBlob(path), name);
    const startedAt = performance.now();
    const { file } = await call<{ file: { id: number; rows: number } }>(`${tenant.url}/api/sales/upload`, token, form);
    if (file.rows !== LINES) throw new Error(`only ${file.rows} lines were read`);
    await call(`${tenant.url}/api/sales/files/${file.id}/apply`, token, {});
    const totalMs = performance.now() - startedAt;
    const changesMs = await counting();
    const grownMb = (await residentMb(tenant.pid)) - restMb;
    const copyMs = (before + (await bareMs(database.url, copyBare))) / 2;
    const insertMs = await bareMs(database.url, insertBare);
    return { totalMs, memoryMb: await memory(), grownMb, changesMs, copyMs, insertMs };
  } finally {
    tenant.stop();
    await database.drop();
  }
}

const row = (name: string, value: number, unit: string, limit: number): Row => ({
  name,
  value,
  unit,
  limit,
  ok: value <= limit,
});

function rowsOf(what: string, { totalMs, memoryMb, grownMb, changesMs, copyMs, insertMs }: Measured): Row[] {
  const p99 = changesMs[Math.floor(changesMs.length * 0.99)] ?? 0;
  return [
    { ...row(`100 000 продаж из ${what}`, totalMs, 'мс', LIMIT_MS), floor: copyMs, ratio: totalMs / copyMs },
    {
      name: '… второй предел: одним INSERT',
      value: insertMs,
      unit: 'мс',
      floor: copyMs,
      ratio: insertMs / copyMs,
      ok: true,
    },
    row(`Память при ${what}`, memoryMb, 'МБ', 300),
    row(`— из неё осталось у заведения`, grownMb, 'МБ', 20),
    row(`Изменения при ${what}, p99 из ${changesMs.length}`, p99, 'мс', 100),
  ];
}

/** Sales are uploaded, shown and written in the place of their period, while two users count. */
export async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  try {
    const [json, book] = [join(folder, 'olap.json'), join(folder, 'olap.xlsx')];
    await writeFile(json, olap());
    await writeBook(book);
    return [
      ...rowsOf('OLAP в JSON', await measure(json, 'olap.json')),
      ...rowsOf('книги iiko', await measure(book, 'olap.xlsx')),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

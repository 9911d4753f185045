import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { createDatabase } from '../support/database/postgres.ts';
import type { Row } from './row.ts';

const ROWS = 100_000;
const SECRET = 'bench-internal-secret-bench-internal-secret';
const root = join(import.meta.dirname, '../..');
/** The program that hosting starts, if it is built. */
const bundle = join(root, 'tenant-runtime/dist/main.mjs');
const program = existsSync(bundle) ? bundle : join(root, 'tenant-runtime/src/main.ts');

function eanOf(index: number): string {
  const body = `460${String(index).padStart(9, '0')}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Writes a supplier's price list of twelve columns with exceljs. */
async function writePriceList(path: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet('Прайс');
  const headers =
    'Наименование;Артикул;Штрихкод;Категория;Ед. изм.;Остаток;Учётный остаток;Цена;Объём, мл;Поставщик;Страна;Комментарий';
  sheet.addRow(headers.split(';')).commit();
  for (let i = 1; i <= ROWS; i += 1) {
    const row = [`Напиток ${i} выдержка ${i % 30} лет 0,7 л`, `A-${i}`, eanOf(i), `Алкоголь / Виски ${i % 50}`, 'шт'];
    const rest = [i % 40, i % 41, 1000 + (i % 500) + 0.5, 700, `ООО Поставщик ${i % 20}`, 'Шотландия', 'самовывоз'];
    sheet.addRow([...row, ...rest]).commit();
  }
  sheet.commit();
  await book.commit();
}

async function bareReadMs(path: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-read.ts'), path], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the bare read ended with ${code}`);
  return performance.now() - startedAt;
}

async function startTenant(databaseUrl: string) {
  const child = fork(program, [], {
    execArgv: ['--max-semi-space-size=1'],
    env: {
      NODE_ENV: 'production',
      TENANT_ID: 'bench',
      VENUE_NAME: 'Замер',
      DATABASE_URL: databaseUrl,
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid as number, url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

async function call<T>(url: string, token: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const residentMb = async (pid: number | string): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/** The most memory that the tenant and its child processes use above what the tenant used before. */
function watchMemory(pid: number, restMb: number) {
  let peak = 0;
  let watching = true;
  const done = (async () => {
    while (watching) {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
      const all = await Promise.all([pid, ...children.trim().split(' ').filter(Boolean)].map(residentMb));
      peak = Math.max(peak, all.reduce((sum, mb) => sum + mb, 0) - restMb);
      await setTimeout(20);
    }
  })();
  return async (): Promise<number> => {
    watching = false;
    await done;
    return peak;
  };
}

/** Two users count items without a pause until stopped; returns how long each change took. */
function countMeanwhile(url: string, token: string, itemIds: number[]) {
  const times: number[] = [];
  let counting = true;
  const person = async (): Promise<void> => {
    for (let turn = 0; counting; turn += 1) {
      const itemId = itemIds[turn % itemIds.length];
      const startedAt = performance.now();
      await call(`${url}/api/changes`, token, {
        changes: [{ id: crypto.randomUUID(), itemId, delta: 0.1, source: 'web' }],
      });
      times.push(performance.now() - startedAt);
      await setTimeout(10);
    }
  };
  const people = Promise.all([person(), person()]);
  return async (): Promise<number[]> => {
    counting = false;
    await people;
    return times.sort((a, b) => a - b);
  };
}

async function signIn(url: string): Promise<{ token: string; itemIds: number[] }> {
  await call(`${url}/internal/admin`, SECRET, { username: 'boss', password: 'bench-password' });
  const credentials = { username: 'boss', password: 'bench-password' };
  const { token } = await call<{ token: string }>(`${url}/api/auth/login`, '', credentials);
  const itemIds: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const made = await call<{ item: { id: number } }>(`${url}/api/items`, token, { name: `Позиция ${i}`, unit: 'л' });
    itemIds.push(made.item.id);
  }
  return { token, itemIds };
}

interface Measured {
  previewMs: number;
  commitMs: number;
  memoryMb: number;
  changesMs: number[];
}

async function measure(path: string): Promise<Measured> {
  const database = await createDatabase('tenant');
  const tenant = await startTenant(database.url);
  try {
    const { token, itemIds } = await signIn(tenant.url);
    const memory = watchMemory(tenant.pid, await residentMb(tenant.pid));
    const counting = countMeanwhile(tenant.url, token, itemIds);
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'price.xlsx');
    const startedAt = performance.now();
    const { importId, preview } = await call<{ importId: string; preview: { created: number } }>(
      `${tenant.url}/api/import`,
      token,
      form,
    );
    const previewMs = performance.now() - startedAt;
    if (preview.created !== ROWS) throw new Error(`only ${preview.created} rows were read`);
    await call(`${tenant.url}/api/import/${importId}/commit`, token, {});
    const commitMs = performance.now() - startedAt - previewMs;
    return { previewMs, commitMs, changesMs: await counting(), memoryMb: await memory() };
  } finally {
    tenant.stop();
    await database.drop();
  }
}

/** An import is the upload with its preview and the commit, while two users count. */
export async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  try {
    const path = join(folder, 'price.xlsx');
    await writePriceList(path);
    // Measured before and after, so that a slow minute of the machine affects both.
    const before = await bareReadMs(path);
    const { previewMs, commitMs, memoryMb, changesMs } = await measure(path);
    const bareMs = (before + (await bareReadMs(path))) / 2;
    const importMs = previewMs + commitMs;
    const p99 = changesMs[Math.floor(changesMs.length * 0.99)] ?? 0;
    const row = (name: string, value: number, unit: string, limit: number): Row => ({
      name,
      value,
      unit,
      limit,
      ok: value <= limit,
    });
    return [
      { ...row('Импорт 100 000 строк', importMs, 'мс', 2 * bareMs), floor: bareMs, ratio: importMs / bareMs },
      row('— из них до предпросмотра', previewMs, 'мс', 2 * bareMs),
      row('Память при импорте', memoryMb, 'МБ', 300),
      row(`Изменения при импорте, p99 из ${changesMs.length}`, p99, 'мс', 100),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

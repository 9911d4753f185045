import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import test from 'ava';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;
export let admin: TestOwner;
export let folder: string;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpExports(): void {
  test.before(async () => {
    // a folder where only this process leaves temporary files
    folder = await mkdtemp(join(tmpdir(), 'exports-'));
    process.env.TMPDIR = folder;
    platform = await startTestPlatform();
    admin = await newOwner(platform);
    await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(admin.userId);
  });
  test.after.always(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

export const ask = (path: string, token = admin.token) =>
  fetch(`${platform.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } });

export type Value = string | number | Date | null;
/** Rows of the first sheet; `formulas` counts cells with formulas. */
export async function sheetOf(
  path: string,
): Promise<{ sheet: string; rows: Value[][]; formulas: number; filter: string | undefined }> {
  const response = await ask(path);
  if (!response.ok) throw new Error(await response.text());
  const book = read(Buffer.from(await response.arrayBuffer()), { cellDates: true, UTC: true });
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error('no sheet');
  const formulas = Object.values(sheet).filter((cell) => cell && typeof cell === 'object' && 'f' in cell).length;
  const filter = sheet['!autofilter']?.ref;
  return {
    sheet: name,
    formulas,
    filter,
    rows: utils.sheet_to_json<Value[]>(sheet, { header: 1, defval: null, UTC: true }),
  };
}

/** The ids in an export, and those of the list itself, page after page. */
export async function bothWays(path: string, key: string, query: string, first: string): Promise<[Value[], Value[]]> {
  const exported = await sheetOf(`${path}/export.xlsx?${query}`);
  const place = exported.rows[0]?.indexOf(first) ?? -1;
  const listed: Value[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await admin.call('GET', `/api/admin/${path}?${query}&page=${page}&limit=1000`);
    listed.push(...body[key].map((row: Record<string, Value>) => row.id ?? null));
    if (page >= body.pagination.pages) break;
  }
  return [exported.rows.slice(1).map((row) => row[place] ?? null), listed];
}

/** How many requests were answered one after another during `work`. */
export async function answeredDuring<T>(work: Promise<T>): Promise<{ answered: number; result: T }> {
  const during = { answered: 0, over: false };
  const asking = (async () => {
    while (!during.over) {
      await (await fetch(`${platform.url}/healthz`)).text();
      if (!during.over) during.answered += 1;
    }
  })();
  const result = await work.finally(() => {
    during.over = true;
  });
  await asking;
  return { answered: during.answered, result };
}

export const insertGuests = (count: number) =>
  platform.db.raw(
    `insert into users (email, name, password_hash, role, status, created_at)
     select 'guest' || n || '@bar.example', 'Гость ' || n, 'x', 'customer', 'active', now() - n * interval '1 minute'
       from generate_series(1, ?) n`,
    [count],
  );

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ImportAnswer } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ImportKind, PriceReading } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { ExecutionContext } from 'ava';
import ExcelJS from 'exceljs';
import {
  createSpreadsheets,
  type Spreadsheets,
} from '../../../tenant-runtime/src/spreadsheets/spreadsheets.service.ts';
import { workerPath } from '../../../tenant-runtime/src/spreadsheets/worker-path.ts';
import { createDatabase } from '../../support/database/postgres.ts';
import type { Tenant } from '../../support/venue/tenant.ts';

export type Cells = (string | number | boolean | Date | null | undefined)[];

/** The user's choices about the file. */
interface PreviewAnswer {
  prices?: PriceReading;
}

export interface Venue {
  db: Knex;
  spreadsheets: Spreadsheets;
  user: { id: number; name: string; role: 'admin' };
  announced: () => number;
  /** A folder in which the test may put files. */
  folder: string;
  preview(path: string, kind?: ImportKind, told?: PreviewAnswer): Promise<ImportAnswer>;
  previewRows(rows: Cells[], kind?: ImportKind, told?: PreviewAnswer): Promise<ImportAnswer>;
  /** Runs the preview and the commit. */
  load(rows: Cells[], kind?: ImportKind): Promise<ImportAnswer>;
}

export async function workbookOf(sheets: Record<string, Cells[]>): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of Object.entries(sheets)) book.addWorksheet(name).addRows(rows.map((row) => [...row]));
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function writeWorkbook(path: string, sheets: Record<string, Cells[]>): Promise<string> {
  await writeFile(path, await workbookOf(sheets));
  return path;
}

/** A log that records nothing. */
export const untold = { note: () => undefined, record: async () => undefined };

/** Counts of which no file makes one. */
export const uncounted = {
  recordIn: async () => {
    throw new Error('nothing is counted here');
  },
  withdrawIn: async () => undefined,
  fileCounted: async () => undefined,
  ofFiles: async () => new Map(),
};

/** A tenant of the test's own with one administrator. */
export async function openVenue(t: ExecutionContext, { clock = () => new Date() } = {}): Promise<Venue> {
  const database = await createDatabase('tenant');
  const db = connect(database.url, { max: 4 });
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-sheets-'));
  let announcements = 0;
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const anna = { name: 'Анна', role: 'admin' } as const;
  const [{ id }] = await db('users')
    .insert({ username: 'anna', ...anna })
    .returning('id');
  const user = { id, ...anna };
  const spreadsheets = createSpreadsheets({
    db,
    databaseUrl: database.url,
    workerPath,
    log: createLog('test', 'silent'),
    emitChanged: () => {
      announcements += 1;
    },
    clock,
    security: untold,
    counts: uncounted,
  });
  let files = 0;
  const preview: Venue['preview'] = (path, kind = 'items', told = {}) =>
    spreadsheets.preview({ path, filename: 'прайс.xlsx', kind, user, ...told });
  const previewRows: Venue['previewRows'] = async (rows, kind, told) => {
    files += 1;
    return preview(await writeWorkbook(join(folder, `${files}.xlsx`), { Лист1: rows }), kind, told);
  };
  return {
    db,
    spreadsheets,
    user,
    folder,
    announced: () => announcements,
    preview,
    previewRows,
    async load(rows, kind) {
      const answer = await previewRows(rows, kind);
      await spreadsheets.commit(answer.importId, user);
      return answer;
    },
  };
}

/** `report` may be followed by what it asks besides: `count&count=7`. */
export async function downloadWorkbook(client: Tenant['user'], report: string): Promise<Buffer> {
  const answer = await client
    .get('/api/export.xlsx')
    .query(`report=${report}`)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`);
  return answer.body;
}

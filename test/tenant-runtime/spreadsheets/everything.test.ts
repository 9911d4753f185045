import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { writeReport } from '../../../tenant-runtime/src/spreadsheets/report-writer.ts';
import { unexportedTables } from '../../../tenant-runtime/src/spreadsheets/unexported-tables.ts';
import { createDatabase } from '../../support/database/postgres.ts';

test('every table of a venue is read for the workbook of everything, or named with why it is not', async (t) => {
  const database = await createDatabase('tenant');
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-everything-'));
  const db = connect(database.url, { max: 1 });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const tables: string[] = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .whereNot('table_name', 'like', 'knex%')
    .pluck('table_name');
  const asked: string[] = [];
  db.on('query', ({ sql }: { sql: string }) => asked.push(sql));

  const job = { timeZone: 'Europe/Moscow', onProgress: () => undefined };
  await writeReport(db, { ...job, report: 'everything', path: join(folder, 'all.xlsx') });

  const isRead = (table: string): boolean => asked.some((sql) => new RegExp(`\\b${table}\\b`).test(sql));
  const unread = tables.filter((table) => !isRead(table)).toSorted();
  t.deepEqual(unread, Object.keys(unexportedTables).toSorted(), 'read it, or name it in unexported-tables.ts');
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import ExcelJS from 'exceljs';
import { writeReport } from '../../../tenant-runtime/src/spreadsheets/report-writer.ts';
import { unexportedTables } from '../../../tenant-runtime/src/spreadsheets/unexported-tables.ts';
import { createDatabase } from '../../support/database/postgres.ts';
import { startTenant } from '../../support/venue/tenant.ts';
import { addSupplier, decided, drafted } from '../deliveries/venue.ts';

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

test('a line of a delivery says what has come where that is not what the document says', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-everything-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const supplier = await addSupplier(admin);
  const names = ['Джин', 'Ром', 'Виски', 'Водка'];
  const items = await Promise.all(names.map((name) => createItem({ name, unit: 'шт' })));
  const draft = await drafted(
    admin,
    supplier.id,
    items.map(({ id }) => ({ item_id: id, quantity: 6 })),
  );
  await decided(admin, draft.id, { place: 1, came: 4 }, { place: 2, came: 0 }, { place: 3, came: 6 });

  const path = join(folder, 'all.xlsx');
  await writeReport(db, { timeZone: 'Europe/Moscow', onProgress: () => undefined, report: 'everything', path });

  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const [head, ...rows] = (book.getWorksheet('Строки поставок')?.getSheetValues() ?? []).filter(Array.isArray);
  const at = head?.indexOf('Пришло') ?? 0;
  t.deepEqual(
    rows.map((row) => [row[at - 1], row[at]]),
    [
      [6, 4],
      [6, 0],
      [6, undefined],
      [6, undefined],
    ],
  );
});

import type { Import } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import test, { type ExecutionContext } from 'ava';
import { lineOf, move } from '../counting.ts';
import { addSupplier, drafted, posted } from '../deliveries/venue.ts';
import { countedAt, rowOf, startClocked } from '../usage/venue.ts';
import { type Cells, workbookOf } from './venue.ts';

const NOW = '2026-11-20T12:00:00Z';
const head = ['Наименование', 'Ед.', 'Остаток'];

async function openBar(t: ExecutionContext) {
  const venue = await startClocked(t, NOW);
  const { admin } = venue;
  async function preview(rows: Cells[], kind = 'items'): Promise<string> {
    const file = await workbookOf({ Лист1: rows });
    const answer = await admin.post('/api/import').field('kind', kind).attach('file', file, 'инвентаризация.xlsx');
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.error}`);
    return answer.body.importId;
  }
  const commit = (id: string, chosen: object) => admin.post(`/api/import/${id}/commit`).send(chosen);
  return {
    ...venue,
    preview,
    commit,
    /** Loads the rows as a count of that day and time, and returns the answer. */
    async counted(rows: Cells[], day: string, time = '23:00') {
      const { status, body } = await commit(await preview([head, ...rows]), { counted: { day, time } });
      if (status !== 200) throw new Error(`${status} ${body.error}`);
      return body as { created: number; updated: number; held: number; count: { id: number; lines: number } };
    },
    undo: (id: string) => admin.post(`/api/import/${id}/undo`),
    async stock(): Promise<Record<string, number>> {
      const { body } = await admin.get('/api/items');
      return Object.fromEntries(
        body.items.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity]),
      );
    },
  };
}

test('two sheets of a bar are two counts, between which the report tells what went', async (t) => {
  const { admin, counted, stock, db } = await openBar(t);

  const first = await counted(
    [
      ['Ром', 'л', 7],
      ['Джин', 'л', 4],
    ],
    '2026-10-31',
  );
  t.like(first, { created: 2, updated: 0, count: { lines: 2 } });
  const last = await counted(
    [
      ['Ром', 'л', 5],
      ['Джин', 'л', 4],
    ],
    '2026-11-19',
  );
  t.like(last, { created: 0, count: { lines: 2 } });
  const { imports } = (await admin.get('/api/imports')).body;
  const times = new Map(imports.map(({ count }: Pick<Import, 'count'>) => [count?.id, count?.counted_at]));
  t.is(times.get(first.count.id), '2026-10-31T20:00:00.000Z');
  t.is(times.get(last.count.id), '2026-11-19T20:00:00.000Z');

  t.deepEqual(await stock(), { Ром: 5, Джин: 4 });
  const rum = await db('items').where({ name: 'Ром' }).first('id');
  t.like(await rowOf(admin, first.count.id, last.count.id, rum.id), { opening: 7, counted: 5, variance: -2 });
  const { body } = await admin.get(`/api/counts/${first.count.id}`);
  t.like(body.count, {
    status: 'closed',
    title: 'Подсчёт 31 октября',
    closedAt: '2026-10-31T20:00:00.000Z',
    totals: { lines: 2, counted: 2, differing: 0 },
  });
});

test('what was written after the hour of the sheet stays added to it', async (t) => {
  const { admin, counted, stock, createItem, setTime } = await openBar(t);
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  await move(admin, rum.id, { delta: 3, at: '2026-11-18T09:00:00Z' });
  await move(admin, rum.id, { delta: -0.5, at: '2026-11-20T09:00:00Z' });
  setTime('2026-11-20T12:30:00Z');

  await counted([['Ром', 'л', 2]], '2026-11-19');

  t.deepEqual(await stock(), { Ром: 1.5 });
});

test('an older sheet does not move what was counted or loaded since', async (t) => {
  const { admin, counted, commit, preview, stock } = await openBar(t);
  await counted([['Ром', 'л', 5]], '2026-11-19');
  await commit(await preview([head, ['Джин', 'л', 4]]), {});

  const older = await counted(
    [
      ['Ром', 'л', 9],
      ['Джин', 'л', 8],
    ],
    '2026-10-31',
  );

  t.is(older.count.lines, 2);
  t.deepEqual(await stock(), { Ром: 5, Джин: 4 });

  const path = `/api/counts/${older.count.id}`;
  t.is((await admin.post(`${path}/reopen`).send({ reason: 'опечатка' })).status, 200);
  t.is((await admin.post(`${path}/close`).send({ uncounted: 'keep' })).status, 200);
  t.deepEqual(await stock(), { Ром: 5, Джин: 4 });
  t.is((await admin.get(path)).body.count.closedAt, '2026-10-31T20:00:00.000Z');
});

test('a delivery older than both is in sight of the count that the stock rests on, not of a sheet loaded later', async (t) => {
  const venue = await openBar(t);
  const { admin, counted, undo, stock } = venue;
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', quantity: 1 });
  const last = await countedAt(venue, '2026-11-19T20:00:00Z', [[gin.id, 7]]);
  venue.setTime(NOW);
  const sheet = await counted([['Джин', 'шт', 9]], '2026-11-18');
  const supplier = await addSupplier(admin);
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 6 }], { day: '2026-11-17' });

  await posted(admin, draft.id, { counted: 'before' });

  t.deepEqual(await stock(), { Джин: 7 });
  t.is((await lineOf(admin, last, gin.id)).difference, 0);
  const { imports } = (await admin.get('/api/imports')).body;
  const loaded = imports.find(({ count }: Pick<Import, 'count'>) => count?.id === sheet.count.id);
  t.is((await undo(loaded.id)).status, 200);
  t.deepEqual(await stock(), { Джин: 7 });
});

test('a sheet of the same items at the same hour is no second count, another sheet is', async (t) => {
  const { admin, counted, commit, preview, undo } = await openBar(t);
  const at = { day: '2026-11-19', time: '23:00' };
  const first = await counted([['Ром', 'л', 7]], at.day, at.time);
  const again = await preview([head, ['Ром', 'л', 7], ['Джин', 'л', 1]]);

  const refused = await commit(again, { counted: at });

  t.like(refused, { status: 409, body: { code: 'count_repeated' } });
  t.regex(refused.body.error, /«Подсчёт 19 ноября» на этот же день и час уже записан/);
  t.is((await counted([['Водка', 'л', 3]], at.day, at.time)).count.lines, 1);
  const { imports } = (await admin.get('/api/imports')).body;
  const loaded = imports.find(({ count }: Pick<Import, 'count'>) => count?.id === first.count.id);
  t.is((await undo(loaded.id)).status, 200);
  t.is((await commit(again, { counted: at })).status, 409, 'the item of the preview is gone');
  t.is((await counted([['Ром', 'л', 6]], at.day, at.time)).count.lines, 1);
});

test('taking the file back takes its count back', async (t) => {
  const { admin, counted, db, stock, undo } = await openBar(t);
  await counted([['Ром', 'л', 7]], '2026-10-31');
  const last = await counted(
    [
      ['Ром', 'л', 5],
      ['Джин', 'л', -2],
    ],
    '2026-11-19',
  );
  t.deepEqual(await stock(), { Ром: 5, Джин: 0 }, 'less than nothing is nothing');
  const [begin, end] = await db('imports').orderBy('committed_at').select('id');

  t.is((await undo(begin.id)).status, 409, 'the later one builds on it');
  t.is((await undo(end.id)).status, 200);
  t.deepEqual(await stock(), { Ром: 7 });
  t.is((await admin.get(`/api/counts/${last.count.id}`)).body.count.status, 'cancelled');
});

test('what cannot be a count is refused in words and leaves nothing', async (t) => {
  const { admin, commit, preview, db } = await openBar(t);
  const sheet = await preview([head, ['Ром', 'л', 7]]);
  const counted = { day: '2026-11-19', time: '23:00' };

  const refused: [string, object, number, RegExp][] = [
    [sheet, { counted: { ...counted, day: '2026-11-21' } }, 400, /ещё не настали/],
    [sheet, { counted: { ...counted, day: '2026-13-01' } }, 400, /день вида/],
    [sheet, { counted: { ...counted, time: '24:10' } }, 400, /Время — как 23:30/],
    [sheet, { counted: { day: '2026-11-19' } }, 400, /время подсчёта/],
    [sheet, { counted: 'вчера' }, 400, /день и время/],
    [
      await preview([
        ['Наименование', 'Цена'],
        ['Виски', 2100],
      ]),
      { counted },
      409,
      /нет количеств/,
    ],
  ];
  for (const [id, chosen, status, words] of refused) {
    const answer = await commit(id, chosen);
    t.is(answer.status, status, JSON.stringify(chosen));
    t.regex(answer.body.error, words);
  }
  t.deepEqual(await db('items').select(), []);
  t.deepEqual(await db('counts').select(), []);

  t.is((await commit(sheet, { counted })).status, 200);
  const again = await commit(sheet, { counted });
  t.is(again.status, 409);
  t.regex(again.body.error, /уже загружен/);

  const { body } = await admin.post('/api/counts').send({ key: crypto.randomUUID() });
  t.is(body.count.status, 'open');
  const held = await commit(await preview([head, ['Ром', 'л', 6]]), { counted });
  t.is(held.status, 409);
  t.regex(held.body.error, /«Ром» уже считают/);
});

test('quantities of a sheet that look like slips are listed once, and recorded when they are confirmed', async (t) => {
  const { commit, counted, preview, stock, db } = await openBar(t);
  await counted(
    [
      ['Ром', 'л', 6.5],
      ['Джин', 'л', 4],
      ['Пиво', 'шт', 900],
    ],
    '2026-10-31',
  );
  const sheet = await preview([head, ['Ром', 'л', 70], ['Джин', 'л', 5], ['Пиво', 'шт', 950]]);
  const at = { day: '2026-11-19', time: '23:00' };

  const asked = await commit(sheet, { counted: at });

  t.is(asked.status, 409);
  t.is(asked.body.code, 'counted_doubtful');
  t.regex(
    asked.body.error,
    /^Похоже на описку:\nСтрока 2: «Ром»: посчитано 70\u00a0л, а в остатке 6,5\u00a0л — слишком много\.[^\n]*$/,
  );
  t.deepEqual(await stock(), { Ром: 6.5, Джин: 4, Пиво: 900 });
  t.is((await db('counts').select()).length, 1);

  const { status, body } = await commit(sheet, { counted: { ...at, confirmed: true } });
  t.is(status, 200, body.error);
  t.deepEqual(await stock(), { Ром: 70, Джин: 5, Пиво: 950 });
});

test('a lost or misplaced decimal point in a sheet is asked about', async (t) => {
  const { commit, counted, preview, stock } = await openBar(t);
  await counted(
    [
      ['Ром', 'л', 0.7],
      ['Джин', 'л', 3],
      ['Пиво', 'шт', 10],
    ],
    '2026-10-31',
  );
  const sheet = await preview([head, ['Ром', 'л', 7], ['Джин', 'л', 0.3], ['Пиво', 'шт', 1]]);

  const asked = await commit(sheet, { counted: { day: '2026-11-19', time: '23:00' } });

  t.is(asked.body.code, 'counted_doubtful');
  t.deepEqual(asked.body.error.replaceAll('\u00a0', ' ').split('\n'), [
    'Похоже на описку:',
    'Строка 2: «Ром»: посчитано 7 л, а в остатке 0,7 л — ровно в десять раз больше. Может быть, 0,7 л?',
    'Строка 3: «Джин»: посчитано 0,3 л, а в остатке 3 л — ровно в десять раз меньше. Может быть, 3 л?',
  ]);
  t.deepEqual(await stock(), { Ром: 0.7, Джин: 3, Пиво: 10 });
});

test('an expected quantity of the accounts is no count', async (t) => {
  const { commit, preview, createItem } = await openBar(t);
  await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const accounts = await preview(
    [
      ['Наименование', 'Учётный остаток'],
      ['Ром', 7],
    ],
    'expected',
  );

  const answer = await commit(accounts, { counted: { day: '2026-11-19', time: '23:00' } });

  t.is(answer.status, 400);
  t.regex(answer.body.error, /файл с позициями/);
});

test('a file that was the first of all leaves nothing when it is taken back', async (t) => {
  const { admin, counted, db, stock, undo } = await openBar(t);
  const { count } = await counted([['Ром', 'л', 7]], '2026-10-31');
  const [{ id }] = await db('imports').select('id');

  t.is((await undo(id)).status, 200);

  t.deepEqual(await stock(), {});
  t.is((await admin.get(`/api/counts/${count.id}`)).body.count.status, 'cancelled');
  t.deepEqual((await admin.get('/api/usage/counts')).body.counts, []);
});

test('what a phone without a connection stated after the hour of the sheet is newer than the sheet', async (t) => {
  const { admin, counted, stock, createItem } = await openBar(t);
  const rum = await createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  await counted([['Ром', 'л', 2]], '2026-11-19');

  await move(admin, rum.id, { set: 1.5, at: '2026-11-20T09:00:00Z' });

  t.deepEqual(await stock(), { Ром: 1.5 });
});

import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import test, { type ExecutionContext } from 'ava';
import { findSimilar } from '../../../tenant-runtime/src/spreadsheets/similar-items.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { type Cells, workbookOf } from './venue.ts';

interface Asked {
  importId: string;
  preview: ImportPreview;
}

/** A venue with these items, whose administrator loads files. */
async function openBar(t: ExecutionContext, items: Parameters<Tenant['createItem']>[0][]) {
  const tenant = await startTenant(t);
  const { admin, db, createItem } = tenant;
  const made: Record<string, number> = {};
  for (const item of items) made[item.name] = (await createItem(item)).id;
  return {
    ...tenant,
    /** Ids by name. */
    made,
    async preview(rows: Cells[], kind = 'items'): Promise<Asked> {
      const file = await workbookOf({ Лист1: rows });
      const answer = await admin.post('/api/import').field('kind', kind).attach('file', file, 'прайс.xlsx');
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.error}`);
      return answer.body;
    },
    commit: ({ importId }: Asked, chosen: object = {}) => admin.post(`/api/import/${importId}/commit`).send(chosen),
    undo: ({ importId }: Asked) => admin.post(`/api/import/${importId}/undo`),
    items: () =>
      db('items')
        .whereNull('deleted_at')
        .orderBy('name')
        .select('name', 'names', 'article', 'cost', 'expected', 'unit'),
  };
}

const head = ['Наименование', 'Цена'];
const bottles = [
  { name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 },
  { name: 'Beefeater London Dry 0.7', unit: 'шт', volume_ml: 700 },
  { name: 'Campari 1 л', unit: 'шт', volume_ml: 1000 },
] as const;

test('a row that is written otherwise is offered the item, and is not counted in', async (t) => {
  const bar = await openBar(t, [...bottles]);

  const { preview } = await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100], ['Ром Диктадор 12 лет 0,7 л', 3000]]);

  t.like(preview, { created: 1, updated: 0, doubtful: 1, similar: 1, problems: 0 });
  t.like(preview.rows[0], {
    row: 2,
    name: 'Виски Джеймесон 0,7 л',
    action: 'create',
    doubt: 'Похоже на «Jameson 0.7». Это она?',
    similar: [{ id: bar.made['Jameson 0.7'], name: 'Jameson 0.7', sure: true }],
  });
  t.deepEqual(preview.rows[0]?.similar?.[0]?.reasons, [
    { of: 'brand', agrees: true },
    { of: 'volume', agrees: true },
    { of: 'variant', agrees: null },
  ]);
  t.is(preview.rows[1]?.similar, undefined);
});

test('another volume, age or variant of the brand is not offered', async (t) => {
  const bar = await openBar(t, [
    { name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 },
    { name: 'Macallan 12 лет 0.7', unit: 'шт', volume_ml: 700 },
    { name: 'Absolut Lime 0.7', unit: 'шт', volume_ml: 700 },
  ]);

  const { preview } = await bar.preview([
    head,
    ['Виски Джеймесон 0,5 л', 1500],
    ['Виски Макаллан 18 лет 0,7 л', 9000],
    ['Водка Абсолют Ваниль 0,7 л', 1900],
  ]);

  t.like(preview, { created: 3, doubtful: 0, similar: 0 });
});

test('«это она» writes the row to the item, which keeps its name and article and learns the name of the file', async (t) => {
  const bar = await openBar(t, [{ name: 'Jameson 0.7', unit: 'шт', volume_ml: 700, article: 'B-1' }]);
  const rows = [
    ['Наименование', 'Артикул', 'Цена'],
    ['Виски Джеймесон 0,7 л', 'S-77', 2100],
  ];
  const asked = await bar.preview(rows);

  const committed = await bar.commit(asked, { same: [{ row: 2, item_id: bar.made['Jameson 0.7'] }] });
  const again = await bar.preview(rows);

  t.false(asked.preview.rows[0]?.similar?.[0]?.sure, 'articles differ');
  t.like(committed.body, { created: 0, updated: 1, held: 0 });
  t.like(await bar.items(), [{ name: 'Jameson 0.7', names: ['Виски Джеймесон 0,7 л'], article: 'B-1', cost: 210_000 }]);
  t.like(again.preview, { created: 0, updated: 0, unchanged: 1, doubtful: 0 });
  t.is(again.preview.rows[0]?.name, 'Виски Джеймесон 0,7 л');
  t.is((await bar.items()).length, 1);
});

test('a row that nobody decides is left out with its own reason, one that is called new makes an item', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const rows = [head, ['Виски Джеймесон 0,7 л', 2100], ['Джин Бифитер 0,7 л', 1700], ['Тоник Рич 1 л', 90]];
  const asked = await bar.preview(rows);

  const committed = await bar.commit(asked, { same: [], new: [3] });

  t.like(committed.body, { created: 2, updated: 0, held: 1 });
  t.deepEqual((await bar.items()).map(({ name }) => name).toSorted(), [
    'Beefeater London Dry 0.7',
    'Campari 1 л',
    'Jameson 0.7',
    'Джин Бифитер 0,7 л',
    'Тоник Рич 1 л',
  ]);
  const held = await bar.db('import_rows').where({ import_id: asked.importId, row: 2 }).first();
  t.like(held, { action: 'error', message: 'Не загружена: не решено, какая это позиция' });
  t.deepEqual(await bar.db('import_similar'), []);
});

test('a client that knows no similar rows makes new items of those that it confirms', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const some = await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100], ['Джин Бифитер 0,7 л', 1700]]);
  const committedSome = await bar.commit(some, { confirmed: [2] });
  const all = await bar.preview([head, ['Джин Бифитер 0,7 л', 1700], ['Кампари 1 л', 1600]]);

  const committedAll = await bar.commit(all, { confirmed: true });

  t.like(committedSome.body, { created: 1, held: 1 });
  t.like(committedAll.body, { created: 2, held: 0 });
});

test('what the accounts call otherwise is offered the item, and never made', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const rows = [
    ['Наименование', 'Учётный остаток'],
    ['Виски Джеймесон 0,7 л', 4],
    ['Ром Диктадор 12 лет 0,7 л', 2],
  ];

  const asked = await bar.preview(rows, 'expected');
  const made = await bar.commit(await bar.preview(rows, 'expected'), { confirmed: true });
  const committed = await bar.commit(asked, { same: [{ row: 2, item_id: bar.made['Jameson 0.7'] }] });
  const again = await bar.preview(rows, 'expected');

  t.like(asked.preview, { doubtful: 1, similar: 1, updated: 0, problems: 1 });
  t.like(asked.preview.errors, [{ row: 3, message: 'Такой позиции нет: сначала загрузите её списком позиций' }]);
  t.is(made.body.error, 'Загружать нечего: сомнительные строки не подтверждены');
  t.like(committed.body, { created: 0, updated: 1, held: 0 });
  t.like((await bar.items()).at(-1), { name: 'Jameson 0.7', expected: '4.000', names: ['Виски Джеймесон 0,7 л'] });
  t.like(again.preview, { unchanged: 1, similar: 0 });
});

test('of two rows that may be one item neither is sure, and both cannot be it', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const asked = await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100], ['Джемесон виски 0.7', 2200]]);
  const id = bar.made['Jameson 0.7'];

  const refused = await bar.commit(asked, { same: [2, 3].map((row) => ({ row, item_id: id })) });

  t.deepEqual(
    asked.preview.rows.map(({ similar }) => similar?.map((one) => [one.id, one.sure])),
    [[[id, false]], [[id, false]]],
  );
  t.is(refused.status, 400);
  t.is(refused.body.errors.same, 'Строки 2 и 3 — одна и та же позиция. Оставьте одну');
});

test('an item that another row certainly is is offered to no row', async (t) => {
  const bar = await openBar(t, [...bottles]);

  const { preview } = await bar.preview([head, ['Jameson 0.7', 2000], ['Виски Джеймесон 0,7 л', 2100]]);

  t.like(preview, { created: 1, updated: 1, similar: 0 });
});

test('rows that differ only in what the name does not say are offered both, and none is sure', async (t) => {
  const bar = await openBar(t, [
    { name: 'Jameson 0.5', unit: 'шт', volume_ml: 500 },
    { name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 },
  ]);

  const { preview } = await bar.preview([head, ['Виски Джеймесон', 2100]]);

  t.is(preview.rows[0]?.doubt, 'Похоже на «Jameson 0.5» или «Jameson 0.7». Это одна из них?');
  t.deepEqual(
    preview.rows[0]?.similar?.map(({ sure }) => sure),
    [false, false],
  );
});

test('an item of another unit is shown with the reason and refused, a price ten times what it was is asked about', async (t) => {
  const bar = await openBar(t, [
    { name: 'Jameson 0.7', unit: 'л', volume_ml: 700, quantity: 2 },
    { name: 'Beefeater London Dry 0.7', unit: 'шт', volume_ml: 700, cost: 100 },
  ]);
  const asked = await bar.preview([
    ['Наименование', 'Ед.', 'Цена за единицу'],
    ['Виски Джеймесон 0,7 л', 'шт', 2100],
    ['Джин Бифитер Лондон драй 0,7 л', 'шт', 1700],
  ]);
  const id = bar.made['Jameson 0.7'];

  const refused = await bar.commit(asked, { same: [{ row: 2, item_id: id }] });

  t.like(asked.preview.rows[0]?.similar, [{ id, sure: false, refused: 'Единица позиции — л, а в файле — шт' }]);
  t.regex(asked.preview.rows[1]?.similar?.[0]?.doubt ?? '', /а было 100/);
  t.false(asked.preview.rows[1]?.similar?.[0]?.sure);
  t.is(refused.status, 409);
  t.is(refused.body.error, 'Строка 2: Единица позиции — л, а в файле — шт');
});

test('a unit that would change is asked about, and bottles of the accounts become the litres of the item', async (t) => {
  const bar = await openBar(t, [{ name: 'Jameson 0.7', unit: 'л', volume_ml: 700 }]);
  const id = bar.made['Jameson 0.7'];
  const list = await bar.preview([
    ['Наименование', 'Ед.'],
    ['Виски Джеймесон 0,7 л', 'шт'],
  ]);
  const accounts = await bar.preview(
    [
      ['Наименование', 'Ед.', 'Учётный остаток'],
      ['Виски Джеймесон 0,7 л', 'бут', 3],
    ],
    'expected',
  );

  const committed = await bar.commit(accounts, { same: [{ row: 2, item_id: id }] });

  t.like(list.preview.rows[0]?.similar, [{ id, sure: false, doubt: 'Единица позиции — л, а станет — шт.' }]);
  t.is(committed.status, 200);
  t.like(await bar.items(), [{ unit: 'л', expected: '2.100' }]);
});

test('a name that was taught in other letters is not taught again by a file that writes it so', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const id = Number(bar.made['Jameson 0.7']);
  await bar.services.items.teach(id, 'виски джеймесон, 0.7 л');

  await bar.commit(await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100]]));

  t.like((await bar.items()).at(-1), { cost: 210_000, names: ['виски джеймесон, 0.7 л'] });
});

test('rows and items that were not offered to each other are refused in words, and nothing is written', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const asked = await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100], ['Тоник Рич 1 л', 90]]);
  const id = bar.made['Jameson 0.7'];

  const answers = await Promise.all([
    bar.commit(asked, { same: [{ row: 2, item_id: bar.made['Campari 1 л'] }] }),
    bar.commit(asked, { same: [{ row: 2, item_id: 999_999 }] }),
    bar.commit(asked, { same: [{ row: 3, item_id: id }] }),
    bar.commit(asked, { same: [{ row: 77, item_id: id }] }),
    bar.commit(asked, {
      same: [
        { row: 2, item_id: id },
        { row: 2, item_id: bar.made['Campari 1 л'] },
      ],
    }),
    bar.commit(asked, { same: [{ row: 2, item_id: id }], new: [2] }),
    bar.commit(asked, { same: [{ row: 2, item_id: 2 ** 40 }] }),
    bar.commit(asked, { same: 'all' }),
    bar.commit(asked, { confirmed: [2 ** 40] }),
  ]);

  t.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 400),
  );
  t.is(answers[0]?.body.error, 'Строка 2: такую позицию не предлагали. Загрузите файл ещё раз');
  t.is(answers[4]?.body.errors.same, 'Строка 2 решена дважды');
  t.is((await bar.items()).length, 3);
  t.is((await bar.commit(asked, { same: [{ row: 2, item_id: id }] })).status, 200);
});

test('an item that was renamed since the preview keeps its new name, one that was deleted is refused', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const rows = [head, ['Виски Джеймесон 0,7 л', 2100]];
  const [first, second] = [await bar.preview(rows), await bar.preview([head, ['Джин Бифитер 0,7 л', 1700]])];
  const [jameson, gin] = [bar.made['Jameson 0.7'], bar.made['Beefeater London Dry 0.7']];
  await bar.admin.put(`/api/items/${jameson}`).send({ name: 'Jameson Irish 0.7' });
  await bar.admin.delete(`/api/items/${gin}`);

  const renamed = await bar.commit(first, { same: [{ row: 2, item_id: jameson }] });
  const deleted = await bar.commit(second, { same: [{ row: 2, item_id: gin }] });

  t.is(renamed.status, 200);
  t.like((await bar.items()).at(-1), { name: 'Jameson Irish 0.7', names: ['Виски Джеймесон 0,7 л'] });
  t.is(deleted.status, 409);
  t.regex(deleted.body.error, /позиции изменились/);
});

test('an item that was counted since the preview keeps its unit', async (t) => {
  const bar = await openBar(t, [{ name: 'Jameson 0.7', unit: 'л', volume_ml: 700 }]);
  const asked = await bar.preview([
    ['Наименование', 'Ед.'],
    ['Виски Джеймесон 0,7 л', 'шт'],
  ]);
  const id = bar.made['Jameson 0.7'];
  await bar.db('items').where({ id }).update({ quantity: 2 });

  const refused = await bar.commit(asked, { same: [{ row: 2, item_id: id }] });

  t.is(refused.status, 409);
  t.like(await bar.items(), [{ unit: 'л' }]);
});

test('an undo takes the taught name back with the rest, and leaves one that was taught before', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const [jameson, gin] = [bar.made['Jameson 0.7'], bar.made['Beefeater London Dry 0.7']];
  await bar.services.items.teach(Number(jameson), 'вискарь');
  const asked = await bar.preview([head, ['Виски Джеймесон 0,7 л', 2100], ['Джин Бифитер 0,7 л', 1700]]);
  await bar.services.items.teach(Number(gin), 'Джин Бифитер 0,7 л');
  await bar.commit(asked, {
    same: [
      { row: 2, item_id: jameson },
      { row: 3, item_id: gin },
    ],
  });
  await bar.admin.put(`/api/items/${gin}`).send({ name: 'Beefeater 0.7' });

  const undone = await bar.undo(asked);

  t.is(undone.status, 200);
  t.deepEqual(
    (await bar.items()).map(({ name, names, cost }) => [name, names, cost]),
    [
      ['Beefeater 0.7', ['Джин Бифитер 0,7 л'], null],
      ['Campari 1 л', [], null],
      ['Jameson 0.7', ['вискарь'], null],
    ],
  );
  t.is((await bar.undo(asked)).status, 409);
});

test('of two imports at once that say the same both are written, and the name is taught once', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const rows = [head, ['Виски Джеймесон 0,7 л', 2100]];
  const asked = [await bar.preview(rows), await bar.preview(rows)];
  const same = [{ row: 2, item_id: bar.made['Jameson 0.7'] }];

  const answers = await Promise.all([...asked, asked[0] as Asked].map((one) => bar.commit(one, { same })));

  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 409]);
  t.deepEqual((await bar.items()).at(-1)?.names, ['Виски Джеймесон 0,7 л']);
});

test('a name that is another item’s by now is not taught, and a name of two items is no item’s', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const rows = [head, ['Виски Джеймесон 0,7 л', 2100]];
  const asked = await bar.preview(rows);
  await bar.services.items.teach(Number(bar.made['Campari 1 л']), 'Виски Джеймесон 0,7 л');

  const committed = await bar.commit(asked, { same: [{ row: 2, item_id: bar.made['Jameson 0.7'] }] });
  await bar.services.items.teach(Number(bar.made['Jameson 0.7']), 'виски джеймесон 0.7 л');
  const again = await bar.preview(rows);

  t.is(committed.status, 200);
  t.deepEqual(
    again.preview.errors.map(({ row, message }) => [row, message]),
    [[2, 'Позиций с названием «Виски Джеймесон 0,7 л» несколько: укажите артикул']],
  );
});

test('a name that many items hold is not taught, and an item that is full of names learns no more', async (t) => {
  const bar = await openBar(t, [{ name: 'Лимоны', unit: 'кг' }, ...bottles]);
  const id = bar.made['Jameson 0.7'];
  await bar
    .db('items')
    .where({ id })
    .update({ names: JSON.stringify(Array.from({ length: 20 }, (_, at) => `имя ${at}`)) });
  const asked = await bar.preview([head, ['Лимон', 100], ['Виски Джеймесон 0,7 л', 2100]]);
  const same = asked.preview.rows.flatMap(({ row, similar = [] }) => similar.map((one) => ({ row, item_id: one.id })));

  const committed = await bar.commit(asked, { same });

  t.like(committed.body, { updated: 2, held: 0 });
  const names = await bar
    .db('items')
    .whereIn(
      'id',
      same.map((one) => one.item_id),
    )
    .pluck('names');
  t.deepEqual(
    names.map(({ length }) => length).toSorted((a, b) => a - b),
    [0, 20],
  );
});

test('a file with more new rows than can be compared is read without a comparison', async (t) => {
  const bar = await openBar(t, [...bottles]);
  const importId = randomUUID();
  await bar.db.raw(
    `insert into import_rows (import_id, row, item_id, action, name, search_name)
     select ?, n, -n, 'create', 'Jameson ' || n, 'jameson ' || n from generate_series(1, 50001) n`,
    [importId],
  );

  t.is(await findSimilar(bar.db, importId, () => undefined), undefined);
  await bar.db('items').delete();
  t.is((await findSimilar(bar.db, importId, () => undefined))?.size, 0);
});

import test from 'ava';
import { bottles, head, openBar } from './similar-bar.ts';

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

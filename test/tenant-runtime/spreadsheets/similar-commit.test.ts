import { randomUUID } from 'node:crypto';
import test from 'ava';
import { findSimilar } from '../../../tenant-runtime/src/spreadsheets/similar-items.ts';
import { type Asked, bottles, head, openBar } from './similar-bar.ts';

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

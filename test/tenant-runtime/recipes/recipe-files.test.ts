import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { addDish, applied, dishesOf, dishNamed, read, saved, uploadRecipes } from './venue.ts';

const clock = () => new Date('2026-11-28T12:00:00Z');
const TABLE = `Блюдо;Ингредиент;Количество;Ед. изм.;Цена
Негрони;Джин;30;мл;650
;Красный вермут;30;мл;
;Кампари;3;cl;
Американо;Кампари;30мл;;550
;Содовая;топ;;
`;

test('a file is shown beside what is there and changes nothing until it is applied, once', async (t) => {
  const { admin, createItem } = await startTenant(t, { clock });
  const campari = await createItem({ name: 'Кампари', unit: 'л', cost: 1000 });

  const file = await read(admin, TABLE);

  t.like(file, { kind: 'table', status: 'draft', warnings: [] });
  t.deepEqual(
    file.dishes.map(({ name, state, lines, questions }) => [name, state, lines, questions]),
    [
      ['Негрони', 'new', 3, 0],
      ['Американо', 'new', 2, 1],
    ],
  );
  t.like(
    file.ingredients.find(({ text }) => text === 'Кампари'),
    { lines: 2, item: { id: campari.id, name: 'Кампари', unit: 'л' }, units: ['cl', 'мл'] },
  );
  t.is((await dishesOf(admin)).length, 0);

  await applied(admin, file.id);
  await applied(admin, file.id);

  t.deepEqual(
    (await dishesOf(admin)).map(({ name, price, questions }) => [name, price, questions]),
    [
      ['Американо', 550, 1],
      ['Негрони', 650, 2],
    ],
  );
  t.is((await admin.delete(`/api/recipe-files/${file.id}`)).status, 409);
});

test('the same upload sent twice is one file; one that was not applied may be forgotten', async (t) => {
  const { admin } = await startTenant(t);
  const key = randomUUID();

  const [one, other] = [await uploadRecipes(admin, TABLE, { key }), await uploadRecipes(admin, TABLE, { key })];

  t.is(one.body.file.id, other.body.file.id);
  t.is((await admin.delete(`/api/recipe-files/${one.body.file.id}`)).status, 200);
  t.is((await admin.get(`/api/recipe-files/${one.body.file.id}`)).status, 404);
});

test('a person says once what an ingredient is: for this file, the next one and the recipes that are there', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Beefeater 0,7', unit: 'шт', volume_ml: 700, cost: 1400 });
  const peel = await createItem({ name: 'Апельсины', unit: 'кг', cost: 200 });
  const { id } = await addDish(admin, 'Мартини');
  await saved(admin, id, [{ text: 'лондонский сухой', amount: 50, unit: 'мл' }]);
  const file = await read(
    admin,
    'Блюдо;Ингредиент;Количество;Единица\nШот;Лондонский сухой;40;мл\nШот;Цедра;1;шт\nШот;Лёд;3;шт\n',
  );
  const names = [
    { key: 'лондонский сухой', item_id: gin.id },
    { key: 'цедра', item_id: peel.id, factor: 0.015 },
    { key: 'лед', skipped: true },
  ];

  const { status, body } = await admin.put(`/api/recipe-files/${file.id}/names`).send({ names });
  t.is(status, 200);
  t.like(body.file.ingredients[0], { item: { id: gin.id } });
  await applied(admin, file.id);

  t.is((await dishNamed(admin, 'Шот')).cost, 83, '40 ml of gin and fifteen grams of peel');
  t.is((await dishNamed(admin, 'Мартини')).cost, 100);
  const next = await read(admin, 'Блюдо;Ингредиент;Количество;Единица\nДругой;лондонский  СУХОЙ;40;мл\n');
  t.like(next.ingredients[0], { item: { id: gin.id } });
});

test('a recipe that has changed becomes a revision of the day, and the rest is left as it is', async (t) => {
  const { admin, createItem } = await startTenant(t, { clock });
  await createItem({ name: 'Кампари', unit: 'л', cost: 1000 });
  await applied(admin, (await read(admin, TABLE)).id);

  const again = await read(admin, TABLE.replace('3;cl', '2,5;cl'));
  t.deepEqual(
    again.dishes.map(({ state }) => state),
    ['changed', 'same'],
  );
  await applied(admin, again.id, { valid_from: '2026-11-20' });

  t.deepEqual(
    (await dishNamed(admin, 'Негрони')).recipes.map(({ valid_from }) => valid_from),
    ['2026-11-20', ''],
  );
  t.deepEqual(
    (await dishNamed(admin, 'Американо')).recipes.map(({ valid_from }) => valid_from),
    [''],
  );
});

test('a table that nobody has described is shown, and read by the columns that a person chooses', async (t) => {
  const { admin } = await startTenant(t);
  const table = 'Пиво;Что льём;Сколько\nСветлое;Кега светлая;500\n';
  const { body } = await uploadRecipes(admin, table);
  t.deepEqual([body.file, body.unknown.rows[1].cells[0]], [null, { column: 'A', text: 'Светлое' }]);

  const layout = { headerRow: 1, unit: 'мл', columns: { dish: 'A', ingredient: 'B', amount: 'C' } };
  const { body: answer } = await uploadRecipes(admin, table, { layout });

  t.like(answer.file.dishes[0], { name: 'Светлое', lines: 1, questions: 0 });
  t.deepEqual(answer.file.ingredients[0].units, ['мл']);
  t.is((await uploadRecipes(admin, table, { layout: { headerRow: 1, columns: { dish: 'A' } } })).status, 400);
});

test('charts of iiko: sizes, revisions, the prepared chart before the other, and a product named by its nomenclature', async (t) => {
  const { admin, createItem } = await startTenant(t, { clock });
  await createItem({ name: 'Пиво светлое, кег', unit: 'л', cost: 100 });
  const product = (id: string, name: string, kind: string, unit: string) =>
    `<productDto><id>${id}</id><code>7</code><name> ${name}</name><productType>${kind}</productType><mainUnit>${unit}</mainUnit></productDto>`;
  const products = `<?xml version="1.0"?><productDtoes>${product('d', 'Пиво', 'DISH', 'порц')}${product('k', 'Пиво светлое, кег', 'GOODS', 'л')}</productDtoes>`;
  const named = await read(admin, products, 'products.xml');
  t.like(named, { kind: 'iiko_products', status: 'applied' });
  const charts = {
    assemblyCharts: [
      {
        assembledProductId: 'd',
        dateFrom: '2026-10-01',
        assembledAmount: 2,
        productSizeAssemblyStrategy: 'SPECIFIC',
        items: [
          { productId: 'k', amountIn: 0.8, productSizeSpecification: '0,4' },
          { productId: 'k', amountIn: 0.5, productSizeSpecification: '0,25' },
        ],
      },
      { assembledProductId: 'd', dateFrom: '2026-11-01', assembledAmount: 2, items: [{ productId: 'k', amountIn: 9 }] },
    ],
    preparedCharts: [{ assembledProductId: 'd', dateFrom: '2026-11-01', items: [{ productId: 'k', amount: 0.5 }] }],
  };

  await applied(admin, (await read(admin, JSON.stringify(charts), 'charts.json')).id);

  const dish = await dishNamed(admin, 'Пиво');
  t.deepEqual(
    dish.recipes.map(({ size, valid_from, yield: made, cost }) => [size, valid_from, made, cost]),
    [
      ['', '2026-11-01', 1, 50],
      ['0,25', '2026-10-01', 2, 25],
      ['0,4', '2026-10-01', 2, 40],
    ],
  );
});

const refusals: [string, string, RegExp, number][] = [
  ['broken XML', '<productDtoes><productDto>', /не до конца/, 422],
  ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><productDtoes>&b;</productDtoes>', /DOCTYPE/, 422],
  ['broken JSON', '[{"name": "Негрони", "ingredients": [', /JSON/, 422],
  ['a list of nothing', '[]', /не нашлось/, 422],
  ['charts of no period', '{"assemblyCharts": null, "preparedCharts": null}', /ни одной технологической карты/, 422],
  ['an amount below zero', 'Блюдо;Ингредиент;Количество\nНегрони;Джин;-30\n', /меньше нуля/, 422],
  ['an amount without end', 'Блюдо;Ингредиент;Количество\nНегрони;Джин;99999999\n', /слишком большое/, 422],
  ['a web page', '<html><body><table></table></body></html>', /веб-страница/, 422],
  ['a header alone', 'Блюдо;Ингредиент;Количество\n', /ни одного рецепта/, 422],
];
for (const [what, text, message, status] of refusals) {
  test(`${what} is refused in words, and nothing is kept`, async (t) => {
    const { admin, db } = await startTenant(t);

    const answer = await uploadRecipes(admin, text);

    t.is(answer.status, status, JSON.stringify(answer.body));
    t.regex(answer.body.error, message);
    t.deepEqual(await db('recipe_files').select('*'), []);
  });
}

test('a thousand recipes are applied in one go', async (t) => {
  const { admin } = await startTenant(t);
  const rows = Array.from({ length: 4000 }, (_, index) => `Блюдо ${index % 1000};Сырьё ${index % 37};${index + 1};мл`);
  const file = await read(admin, `Блюдо;Ингредиент;Количество;Единица\n${rows.join('\n')}\n`);

  await applied(admin, file.id);

  const { body } = await admin.get('/api/dishes?limit=1');
  t.is(body.pagination.total, 1000);
});

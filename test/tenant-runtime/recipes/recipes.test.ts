import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { addDish, dishesOf, saved, saveRecipe } from './venue.ts';

const NOON = new Date('2026-11-28T12:00:00Z');
const clock = () => NOON;

test('a drink has its cost, margin and pour cost at the items’ present prices', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт', volume_ml: 700, cost: 1400 });
  const tonic = await createItem({ name: 'Тоник', unit: 'л', cost: 200 });
  const dish = await addDish(admin, 'Джин-тоник', { price: 500 });
  t.like(dish, { cost: null, margin: null, questions: 1, sizes: 0 });

  const full = await saved(admin, dish.id, [
    { item_id: gin.id, amount: 40, unit: 'мл' },
    { item_id: tonic.id, amount: 120, unit: 'мл' },
    { text: 'Лёд', skipped: true },
  ]);

  t.like(full, { cost: 104, margin: 79.2, pour_cost: 20.8, questions: 0, missing: [] });
  t.like(full.recipes[0]?.lines[0], {
    text: 'Джин',
    cost: 80,
    question: null,
    item: { id: gin.id, name: 'Джин', unit: 'шт' },
  });
  await admin.put(`/api/items/${gin.id}`).send({ cost: 2100 });
  t.like((await dishesOf(admin))[0], { cost: 144 });
});

test('what is missing is said, and there is no cost until it is there', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const soda = await createItem({ name: 'Содовая', unit: 'л', cost: 100 });
  const { id } = await addDish(admin, 'Физз', { price: 400 });

  const dish = await saved(admin, id, [
    { item_id: gin.id, amount: 40, unit: 'мл' },
    { item_id: soda.id, unit: 'топ' },
    { text: 'Секретный сироп', amount: 20, unit: 'мл' },
  ]);

  t.like(dish, { cost: null, margin: null, questions: 3 });
  t.deepEqual(
    dish.recipes[0]?.lines.map(({ question }) => question),
    ['У позиции не указан объём бутылки', '«До верха» — это сколько?', 'Не выбрана позиция'],
  );
  t.is((await dishesOf(admin, 'questions=yes')).length, 1);
  await admin.put(`/api/items/${gin.id}`).send({ volume_ml: 700, cost: 700 });
  t.is((await admin.get(`/api/dishes/${id}`)).body.dish.recipes[0].lines[0].cost, 40);
});

test('a revision of another day stands beside the one before, of the same day in its place', async (t) => {
  const { admin, createItem } = await startTenant(t, { clock });
  const gin = await createItem({ name: 'Джин', unit: 'л', cost: 1000 });
  const { id } = await addDish(admin, 'Шот');
  const line = (amount: number) => [{ item_id: gin.id, amount, unit: 'мл' }];

  await saved(admin, id, line(40));
  await saved(admin, id, line(50), { valid_from: '2026-11-28' });
  await saved(admin, id, line(45), { valid_from: '2026-11-28' });
  const dish = await saved(admin, id, line(60), { valid_from: '2026-12-01' });

  t.deepEqual(
    dish.recipes.map(({ valid_from, current, cost }) => [valid_from, current, cost]),
    [
      ['2026-12-01', false, 60],
      ['2026-11-28', true, 45],
      ['', false, 40],
    ],
  );
  t.is(dish.cost, 45);
  const today = dish.recipes.find(({ current }) => current);
  t.is((await admin.delete(`/api/dishes/${id}/recipes/${today?.id}`)).body.dish.cost, 40);
});

test('a semi-product costs what it is made of, for a unit of its yield', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const sugar = await createItem({ name: 'Сахар', unit: 'кг', cost: 80 });
  const syrup = await addDish(admin, 'Сахарный сироп', { kind: 'semi', unit: 'л' });
  await saved(admin, syrup.id, [{ item_id: sugar.id, amount: 1, unit: 'кг' }], { yield: 1.6 });
  const sour = await addDish(admin, 'Сауэр', { price: 300 });

  const dish = await saved(admin, sour.id, [{ dish_id: syrup.id, amount: 20, unit: 'мл' }]);

  t.like(dish, { cost: 1, margin: 99.7, questions: 0 });
  t.like(dish.recipes[0]?.lines[0], { used: 0.02, dish: { id: syrup.id, name: 'Сахарный сироп', unit: 'л' } });
  const removed = await admin.delete(`/api/dishes/${syrup.id}`);
  t.is(removed.status, 409);
  t.regex(removed.body.error, /«Сауэр»/);
});

test('a recipe cannot contain itself, through semi-products neither', async (t) => {
  const { admin } = await startTenant(t);
  const one = await addDish(admin, 'Основа', { kind: 'semi' });
  const other = await addDish(admin, 'Микс', { kind: 'semi' });
  await saved(admin, other.id, [{ dish_id: one.id, amount: 10, unit: 'мл' }]);

  for (const used of [one.id, other.id]) {
    const { status, body } = await saveRecipe(admin, one.id, [{ dish_id: used, amount: 10, unit: 'мл' }]);
    t.deepEqual([status, body.code], [400, 'recipe_cycle']);
  }
  t.is((await admin.get(`/api/dishes/${one.id}`)).body.dish.recipes.length, 0);
});

test('what is no recipe is refused in words, and the one before stands', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'л' });
  const { id } = await addDish(admin, 'Шот');
  await saved(admin, id, [{ item_id: gin.id, amount: 40, unit: 'мл' }]);
  const wrong: object[][] = [
    [],
    [{ item_id: gin.id, amount: 0, unit: 'мл' }],
    [{ item_id: gin.id, amount: -5, unit: 'мл' }],
    [{ item_id: 999_999, amount: 40, unit: 'мл' }],
    [{ dish_id: 999_999, amount: 40, unit: 'мл' }],
    [{ amount: 40, unit: 'мл' }],
  ];

  for (const lines of wrong) t.is((await saveRecipe(admin, id, lines)).status, 400, JSON.stringify(lines));
  t.is((await saveRecipe(admin, 999_999, [{ text: 'Джин' }])).status, 404);
  t.is((await saveRecipe(admin, id, [{ text: 'Джин' }], { valid_from: '1900-01-01' })).status, 400);

  t.is((await admin.get(`/api/dishes/${id}`)).body.dish.recipes[0].lines[0].amount, 40);
});

test('a dish is added once for a key, its name is its own, and it may be removed and named again', async (t) => {
  const { admin } = await startTenant(t);
  const key = randomUUID();
  const send = (name: string, own = key) => admin.post('/api/dishes').send({ key: own, name });

  const [one, again] = [await send('Негрони'), await send('Негрони')];
  t.is(one.body.dish.id, again.body.dish.id);
  const taken = await send('НЕГРОНИ', randomUUID());
  t.deepEqual([taken.status, taken.body.errors.name], [409, 'Такое блюдо уже есть']);
  t.is((await admin.delete(`/api/dishes/${one.body.dish.id}`)).status, 200);
  t.is((await send('Негрони', randomUUID())).status, 201);
});

test('dishes are found by a part of their name, code or group, and sorted by their margin', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'л', cost: 1000 });
  for (const [name, amount, fields] of [
    ['Ёлка', 10, { price: 100, code: 'A-1' }],
    ['Дуб', 50, { price: 100, group: 'Шоты' }],
    ['Без цены', 10, {}],
  ] as const) {
    const { id } = await addDish(admin, name, fields);
    await saved(admin, id, [{ item_id: gin.id, amount, unit: 'мл' }]);
  }
  const names = async (query: string) => (await dishesOf(admin, query)).map(({ name }) => name);

  t.deepEqual(await names(`search=${encodeURIComponent('елк')}`), ['Ёлка']);
  t.deepEqual(await names('search=a-1'), ['Ёлка']);
  t.deepEqual(await names(`search=${encodeURIComponent('шот')}`), ['Дуб']);
  t.deepEqual(await names('sortBy=margin&sortOrder=desc'), ['Ёлка', 'Дуб', 'Без цены']);
  t.deepEqual(await names('sortBy=margin&sortOrder=asc'), ['Дуб', 'Ёлка', 'Без цены']);
});

import test from 'ava';
import { costOf } from '../../../tenant-runtime/src/recipes/costs.ts';
import {
  type Book,
  type BookItem,
  type BookRecipe,
  createExpansion,
  wouldCycle,
} from '../../../tenant-runtime/src/recipes/expansion.ts';

const item = (id: number, fields: Partial<BookItem> = {}): BookItem => ({
  id,
  name: `Позиция ${id}`,
  unit: 'л',
  volume_ml: null,
  density_g_per_ml: null,
  cost: 100_000,
  deleted: false,
  ...fields,
});

interface Line {
  amount?: string | null;
  unit?: string | null;
  item?: number;
  dish?: number;
  skipped?: boolean;
}

let recipes = 0;
function recipe(dishId: number, lines: Line[], fields: Partial<BookRecipe> = {}): BookRecipe {
  recipes += 1;
  const id = recipes;
  return {
    id,
    dish_id: dishId,
    size: '',
    valid_from: '',
    yield: '1',
    source: 'panel',
    created_by: null,
    created_at: new Date(0),
    lines: lines.map(({ amount = '100', unit = 'мл', item: itemId, dish, skipped = false }, index) => ({
      recipe_id: id,
      place: index + 1,
      text: 'Ингредиент',
      key: 'ингредиент',
      amount,
      unit,
      item_id: itemId ?? null,
      used_dish_id: dish ?? null,
      skipped,
      quantity: null,
    })),
    ...fields,
  };
}

function bookOf(all: BookRecipe[], items: BookItem[] = [item(1), item(2)]): Book {
  const byDate = all.toSorted((a, b) => b.valid_from.localeCompare(a.valid_from));
  return {
    dishes: new Map(
      [...new Set(all.map(({ dish_id }) => dish_id))].map((id) => [
        id,
        {
          id,
          name: `Блюдо ${id}`,
          kind: id >= 100 ? ('semi' as const) : ('dish' as const),
          unit: id >= 100 ? ('л' as const) : null,
        },
      ]),
    ),
    items: new Map(items.map((one) => [one.id, one])),
    recipes: Map.groupBy(byDate, ({ dish_id }) => dish_id),
  };
}

const DAY = '2026-11-28';
const expanded = (book: Book, dish: number, { size = '', day = DAY } = {}) => {
  const { items, questions } = createExpansion(book)(dish, size, day);
  const used = Object.fromEntries([...items].map(([id, quantity]) => [id, Number(quantity) / 1e9]));
  return { used, questions: questions.map(({ question }) => question) };
};

test('an item that stands twice is added, and what is made is divided by the portions', (t) => {
  const book = bookOf([recipe(1, [{ item: 1 }, { item: 1, amount: '50' }, { item: 2 }], { yield: '2.000000' })]);

  t.deepEqual(expanded(book, 1), { used: { 1: 0.075, 2: 0.05 }, questions: [] });
});

test('revisions never add up: that of the day counts', (t) => {
  const book = bookOf([
    recipe(1, [{ item: 1, amount: '500' }]),
    recipe(1, [{ item: 1, amount: '400' }], { valid_from: '2026-11-20' }),
    recipe(1, [{ item: 2, amount: '300' }], { valid_from: '2026-12-01' }),
  ]);

  t.deepEqual(expanded(book, 1, { day: '2026-11-19' }).used, { 1: 0.5 });
  t.deepEqual(expanded(book, 1, { day: '2026-11-20' }).used, { 1: 0.4 });
  t.deepEqual(expanded(book, 1, { day: '2026-12-01' }).used, { 2: 0.3 });
});

test('a size has its own recipe, or that of all', (t) => {
  const book = bookOf([
    recipe(1, [{ item: 1, amount: '500' }]),
    recipe(1, [{ item: 1, amount: '250' }], { size: '0,25' }),
  ]);

  t.deepEqual(expanded(book, 1, { size: '0,25' }).used, { 1: 0.25 });
  t.deepEqual(expanded(book, 1, { size: '0,4' }).used, { 1: 0.5 });
});

test('a semi-product is told apart through any depth, each revision of its own day', (t) => {
  const book = bookOf([
    recipe(1, [{ dish: 100, amount: '20' }]),
    recipe(
      100,
      [
        { dish: 101, amount: '500' },
        { item: 1, amount: '500' },
      ],
      { yield: '1' },
    ),
    recipe(101, [{ item: 2, amount: '800' }], { yield: '1.6' }),
    recipe(101, [{ item: 2, amount: '400' }], { yield: '1.6', valid_from: DAY }),
  ]);

  t.deepEqual(expanded(book, 1, { day: '2026-11-27' }).used, { 1: 0.01, 2: 0.005 });
  t.deepEqual(expanded(book, 1).used, { 1: 0.01, 2: 0.0025 });
});

test('a line that is not decided is a question and not nothing; one that is left out is neither', (t) => {
  const book = bookOf(
    [recipe(1, [{ amount: '10' }, { item: 1, amount: null, unit: 'топ' }, { item: 2, skipped: true }, { item: 3 }])],
    [item(1), item(2), item(3, { deleted: true })],
  );

  const { used, questions } = expanded(book, 1);

  t.deepEqual(used, {});
  t.deepEqual(questions, ['Не выбрана позиция', '«До верха» — это сколько?', 'Позиция удалена. Выберите другую']);
});

test('a dish without a recipe, and one that contains itself, say so and end', (t) => {
  const book = bookOf([recipe(1, [{ dish: 100 }]), recipe(100, [{ dish: 101 }]), recipe(101, [{ dish: 100 }])]);

  t.deepEqual(expanded(book, 1).questions, ['Рецепт ссылается сам на себя']);
  t.deepEqual(expanded(book, 2).questions, ['Рецепта нет']);
  t.true(
    wouldCycle(
      1,
      [100],
      new Map([
        [100, [101]],
        [101, [1]],
      ]),
    ),
  );
  t.false(
    wouldCycle(
      1,
      [100],
      new Map([
        [100, [101]],
        [101, [100]],
      ]),
    ),
  );
});

test('a cost is rounded once, at its end', (t) => {
  const items = [item(1, { unit: 'шт', volume_ml: 700, cost: 59_500 }), item(2, { cost: 33_333 })];
  const book = bookOf(
    [
      recipe(1, [
        { item: 1, amount: '40' },
        { item: 2, amount: '3' },
      ]),
    ],
    items,
  );

  const { cost } = costOf(createExpansion(book)(1, '', DAY), book);

  t.is(cost, 3500, '34.00 roubles of a bottle and 0.99999 of the other');
});

test('an item without a cost leaves the cost open and is named', (t) => {
  const book = bookOf([recipe(1, [{ item: 1 }, { item: 2 }])], [item(1), item(2, { cost: null })]);

  t.deepEqual(costOf(createExpansion(book)(1, '', DAY), book), {
    cost: null,
    missing: ['Позиция 2: нет цены закупки'],
  });
});

test('two thousand recipes on each of a month’s days are computed once, not sixty thousand times', (t) => {
  const all = Array.from({ length: 2000 }, (_, index) =>
    recipe(index + 1000, [
      { item: 1 },
      { item: 2 },
      ...(index > 0 ? [{ dish: 1000 + index - 1, amount: '1', unit: 'л' }] : []),
    ]),
  );
  let reads = 0;
  for (const one of all) {
    const { lines } = one;
    Object.defineProperty(one, 'lines', {
      get: () => {
        reads += 1;
        return lines;
      },
    });
  }
  const expand = createExpansion(bookOf(all));

  for (let day = 1; day <= 30; day += 1) {
    for (const { dish_id } of all) expand(dish_id, '', `2026-11-${String(day).padStart(2, '0')}`);
  }

  t.is(reads, 2000);
});

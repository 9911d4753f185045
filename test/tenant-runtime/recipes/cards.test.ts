import test, { type ExecutionContext } from 'ava';
import { readRecipes } from '../../../tenant-runtime/src/recipes/files/read-recipes.ts';
import { fileOf } from '../deliveries/documents.ts';
import { type Cells, workbookOf } from '../spreadsheets/venue.ts';

async function linesOf(t: ExecutionContext, sheets: Record<string, Cells[]>) {
  const { dishes } = await readRecipes(await fileOf(t, await workbookOf(sheets)));
  return dishes.map(({ name, lines }) => [name, ...lines.map(({ text, amount, unit }) => `${text} ${amount} ${unit}`)]);
}

const ingredients: Cells[] = [
  ['№', 'Наименование сырья и продуктов', 'Ед. изм.', 'Расход сырья на 1 порцию', null],
  [null, null, null, 'Брутто', 'Нетто'],
  [1, 2, 3, 4, 5],
  [1, 'Джин', 'л', 0.03, 0.03],
  [2, 'Апельсин', 'кг', '0,020', '0,015'],
  ['Итого', null, null, 0.05, 0.045],
  [null, 'Выход готового блюда', 'кг', null, 0.09],
];
const asRead = ['Джин 0.03 л', 'Апельсин 0.02 кг'];

const titles: [string, Cells[]][] = [
  ['beside its label', [['Технико-технологическая карта № 12'], ['Наименование блюда (изделия):', 'Негрони']]],
  ['behind its label', [['Блюдо: Негрони'], ['Область применения: бар']]],
  ['in the title', [['Технологическая карта № 5 «Негрони»']]],
];
for (const [what, title] of titles) {
  test(`a technological card has its dish ${what}, above a header of two rows`, async (t) => {
    t.deepEqual(await linesOf(t, { Лист1: [...title, [], ...ingredients] }), [['Негрони', ...asRead]]);
  });
}

test('cards may stand one below another, and one on each sheet with the name of the sheet', async (t) => {
  const two = [['Блюдо: Негрони'], ...ingredients, ['Технолог'], [], ['Блюдо: Спритц'], ...ingredients];

  t.deepEqual(await linesOf(t, { Лист1: two, Мохито: ingredients }), [
    ['Негрони', ...asRead],
    ['Спритц', ...asRead],
    ['Мохито', ...asRead],
  ]);
});

test('a list of goods with quantities is no card', async (t) => {
  const path = await fileOf(
    t,
    await workbookOf({
      Склад: [
        ['Товар', 'Количество'],
        ['Джин', 3],
      ],
    }),
  );

  await t.throwsAsync(() => readRecipes(path), { code: 'no_columns' });
});

test('totals of a table of recipes are no ingredients', async (t) => {
  const rows = [
    ['Блюдо', 'Ингредиент', 'Кол-во', 'Ед.'],
    ['Негрони', 'Джин', 30, 'мл'],
    ['Негрони', 'Итого', 30, 'мл'],
  ];

  t.deepEqual(await linesOf(t, { Лист1: rows }), [['Негрони', 'Джин 30 мл']]);
});

test('half a lime in a bar book is no half of a millilitre', async (t) => {
  const rows = [
    ['Коктейль', 'Состав'],
    ['Мохито', '50 Ром\n1/2 лайм\n22,5 Сироп'],
  ];

  t.deepEqual(await linesOf(t, { Лист1: rows }), [['Мохито', 'Ром 50 мл', 'лайм 0.5 null', 'Сироп 22.5 мл']]);
});

test('a code that stands once beside a dish is of all its rows', async (t) => {
  const rows = [
    ['Блюдо', 'Код', 'Ингредиент', 'Ед. изм', 'Брутто'],
    ['Негрони', 101, 'Джин', 'мл', 30],
    [null, null, 'Кампари', 'мл', 30],
    ['Спритц', null, 'Апероль', 'мл', 60],
  ];

  t.deepEqual(await linesOf(t, { Лист1: rows }), [
    ['Негрони', 'Джин 30 мл', 'Кампари 30 мл'],
    ['Спритц', 'Апероль 60 мл'],
  ]);
});

test('ingredients may stand across, each with a number', async (t) => {
  const rows = [
    ['Коктейль', 'Ингредиент 1', 'Кол-во 1', 'Ингредиент 2', 'Кол-во 2'],
    ['Негрони', 'Джин', '30 мл', 'Кампари', '3 cl'],
    ['Виски', 'Виски', '40 мл', null, null],
  ];

  t.deepEqual(await linesOf(t, { Лист1: rows }), [
    ['Негрони', 'Джин 30 мл', 'Кампари 3 cl'],
    ['Виски', 'Виски 40 мл'],
  ]);
});

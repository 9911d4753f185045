import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isToTop, measureOf } from '@ostatok/tenant-runtime/contract/recipe-measures.ts';
import test from 'ava';
import type { ComparedItem } from '../../../tenant-runtime/src/deliveries/proposals.queries.ts';
import { proposalsFor } from '../../../tenant-runtime/src/deliveries/proposals.ts';
import { readRecipes } from '../../../tenant-runtime/src/recipes/files/read-recipes.ts';
import type { ReadRecipes } from '../../../tenant-runtime/src/recipes/files/recipe-file.ts';
import { searchName } from '../../../tenant-runtime/src/search-name.ts';
import type { Client } from '../../support/venue/change.ts';
import { startTenant } from '../../support/venue/tenant.ts';
import { applied, dishesOf, dishNamed, read as readIn } from './venue.ts';

const corpus = process.env.OSTATOK_CORPUS ?? '';
const corpusTest = existsSync(join(corpus, 'recipes')) ? test : test.skip;
const pathOf = (name: string): string => join(corpus, name);
const read = (name: string): Promise<ReadRecipes> => readRecipes(pathOf(`recipes/${name}`));
const bytesOf = (name: string): Promise<Buffer> => readFile(pathOf(name));

const linesOf = ({ dishes }: ReadRecipes) => dishes.flatMap(({ lines }) => lines);
const unclear = (file: ReadRecipes) =>
  linesOf(file).filter(({ amount, unit }) => amount === null || unit === null || isToTop(unit) || !measureOf(unit));

/** Rows of a file whose cells have no commas but in quotes. */
async function csvOf(name: string): Promise<Record<string, string>[]> {
  const text = (await bytesOf(name)).toString('utf8').replace(/^\ufeff/, '');
  const [header = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    );
  return rows.map((row) => Object.fromEntries(header.map((key, index) => [key, row[index] ?? ''])));
}

corpusTest(
  'olio_cocktails.xlsx has 34 cocktails on two sheets with 102 lines in millilitres, one of them to the top',
  async (t) => {
    const file = await read('olio_cocktails.xlsx');

    t.deepEqual([file.kind, file.dishes.length, linesOf(file).length], ['table', 34, 102]);
    t.deepEqual(
      unclear(file).map(({ text, unit }) => [text, unit]),
      [['Содовая', 'топ']],
    );
    t.is(linesOf(file).filter(({ unit }) => unit === 'ml').length, 101);
  },
);

corpusTest(
  'wendrink_recipes.csv has 385 lines in 67 dishes with their codes and prices, none of them unclear',
  async (t) => {
    const file = await read('wendrink_recipes.csv');

    t.deepEqual([file.dishes.length, linesOf(file).length, unclear(file).length], [67, 385, 0]);
    t.like(file.dishes[0], { code: '11', name: 'Доп. Фасоль', price: 15_000 });
  },
);

corpusTest(
  'aperitivo_cocktails_RAW.csv has 93 lines whose units are glued; a leaf without a unit is a question',
  async (t) => {
    const file = await read('aperitivo_cocktails_RAW.csv');

    t.deepEqual([file.dishes.length, linesOf(file).length], [18, 93]);
    t.deepEqual(
      unclear(file).map(({ text, amount }) => [text, amount]),
      [['basil leaf', '1']],
    );
  },
);

corpusTest('coffeepoint_techcards.json has 13 cards with prices', async (t) => {
  const file = await read('coffeepoint_techcards.json');

  t.deepEqual([file.kind, file.dishes.length, unclear(file).length], ['json', 13, 0]);
  t.like(file.dishes[0], { name: 'Эспрессо', price: 16_000 });
  t.like(file.dishes[0]?.lines[0], { amount: '0.013', unit: 'кг' });
});

corpusTest(
  'iba_ingredients_web.csv has 90 cocktails with 356 lines; tops, handfuls and ranges are questions',
  async (t) => {
    const file = await read('iba_ingredients_web.csv');

    t.deepEqual([file.dishes.length, linesOf(file).length, unclear(file).length], [90, 356, 19]);
    t.deepEqual(
      [...new Set(unclear(file).flatMap(({ unit, amount }) => (amount === null ? [] : (unit ?? []))))].sort(),
      ['fill up', 'pinch', 'shot', 'top up'],
    );
  },
);

corpusTest(
  'iiko_assemblyCharts_official_samples.json has a prepared chart and one of two portions; names are asked for',
  async (t) => {
    const file = await read('iiko_assemblyCharts_official_samples.json');

    t.deepEqual(
      file.dishes.map(({ valid_from, yield: made, lines }) => [valid_from, made, lines[0]?.amount]),
      [
        ['2018-01-29', '1', '0.001'],
        ['2019-04-01', '2', '0.4'],
      ],
    );
    t.regex(file.warnings[0] ?? '', /номенклатуру iiko/);
  },
);

corpusTest('iiko_products.xml gives 8362 names, and its charts are read with them', async (t) => {
  const { kind, products } = await read('iiko_products.xml');
  t.deepEqual([kind, products.length], ['iiko_products', 8362]);
  t.is(products.filter((one) => one.kind === 'GOODS').length, 5273);

  const { admin } = await startTenant(t);
  const names = await readIn(admin, await bytesOf('recipes/iiko_products.xml'), 'products.xml');
  t.regex(names.warnings[0] ?? '', /8362/);
  const [dish, item] = products;
  const chart = {
    assembledProductId: dish?.id,
    dateFrom: '2026-11-01',
    assembledAmount: 1,
    items: [{ productId: item?.id, amountIn: 0.5 }],
  };
  const charts = await readIn(admin, JSON.stringify({ assemblyCharts: [chart], preparedCharts: null }), 'charts.json');

  t.deepEqual(charts.warnings, []);
  t.like(charts.dishes[0], { name: dish?.name, valid_from: '2026-11-01' });
  t.like(charts.ingredients[0], { text: item?.name.replace(/\s+/g, ' '), units: ['шт'] });
});

const refusals: [string, RegExp][] = [
  ['recipes/iiko_products_containers_sample.xml', /не до конца/],
  ['recipes/iiko_dish_to_keg.csv', /Укажите столбцы/],
  ['sales/square_items_2023-11.csv', /Укажите столбцы/],
  ['sales/coffeepoint_sales.json', /Рецептов в файле не нашлось/],
  ['deliveries/upd_5.03_1c_cp1251.xml', /не номенклатура iiko/],
];
for (const [name, message] of refusals) {
  corpusTest(`${name} is no file of recipes and is refused in words`, async (t) => {
    await t.throwsAsync(() => readRecipes(pathOf(name)), { name: 'Unreadable', message });
  });
}

corpusTest(
  'wendrink: the sales of 2026-03-02 by the recipes are the SALE rows of its ledger, 42 of 42 ingredients',
  async (t) => {
    const { admin, createItem } = await startTenant(t);
    const recipes = await csvOf('recipes/wendrink_recipes.csv');
    const units: Record<string, string> = { g: 'кг', ml: 'л', pcs: 'шт', unit: 'шт' };
    const skus = new Map(
      recipes.map(({ ingredient, ingredient_sku, unit }) => [ingredient, { sku: ingredient_sku, unit }]),
    );
    const skuOf = new Map<number, string>();
    for (const [name = '', { sku = '', unit = '' }] of skus) {
      const item = await createItem({ name, unit: units[unit] as 'л' });
      skuOf.set(item.id, sku);
    }
    const file = await readIn(admin, await bytesOf('recipes/wendrink_recipes.csv'));
    await applied(admin, file.id);

    const sold = (await csvOf('sales/wendrink_zreport_items.csv')).filter((row) => row.business_date === '2026-03-02');
    const idOf = new Map((await dishesOf(admin)).map(({ code, id }) => [code, id]));
    const used = new Map<string, number>();
    for (const { pos_code = '', quantity } of sold) {
      const dish = (await admin.get(`/api/dishes/${idOf.get(pos_code)}`)).body.dish;
      t.is(dish.questions, 0, dish.name);
      for (const line of dish.recipes[0].lines) {
        const sku = skuOf.get(line.item.id) ?? '';
        const inUnit = line.item.unit === 'шт' ? line.used : line.used * 1000;
        used.set(sku, (used.get(sku) ?? 0) + inUnit * Number(quantity));
      }
    }
    const ledger = new Map<string, number>();
    for (const { event_type, sku = '', change_amount, business_date } of await csvOf(
      'deliveries/wendrink_inventory_ledger.csv',
    )) {
      if (event_type !== 'SALE' || business_date !== '2026-03-02') continue;
      ledger.set(sku, (ledger.get(sku) ?? 0) - Number(change_amount));
    }

    const rounded = (all: Map<string, number>) =>
      [...all].map(([sku, sum]) => [sku, Number(sum.toFixed(6))] as const).sort();
    t.is(ledger.size, 42);
    t.deepEqual(rounded(used), rounded(ledger));
  },
);

/** A piece of ice of the answer key, which no list of prices tells: 0.30 of it is bought as twenty kilograms for 200. */
const ICE_KG = 0.0369;
/**
 * How much more the answer key has than the lists of prices give, for what these do not tell: an egg white, a leaf, a
 * lime by the piece, an ice cream by its weight, an apéritif that three suppliers sell at three prices, and a rum that is
 * in no list (Jungle Bird). It leaves the ice out of two cocktails.
 */
const moreThanListed: Record<string, number> = {
  'AMARETTO SOUR': 0.03,
  'CLOVER CLUB': 0.02,
  'GIN BASIL SMASH': 0.03,
  'JAMAICAN NEGRONI': 0.3,
  'JUNGLE BIRD': 3.52,
  'NEGRONI BIANCO': -0.3,
  'PAPER PLANE': 0.04,
  'PISTACCHIO SOUR': -0.26,
  SGROPPINO: 0.05,
};

/** Roubles without the tax for a litre, a kilogram or a piece; two names of one product differ in their case alone. */
async function aperitivoCosts(): Promise<Map<string, { unit: 'л' | 'кг'; cost: number }>> {
  const costs = new Map<string, { unit: 'л' | 'кг'; cost: number }>();
  const net = (gross: number, tax: number): number => Math.round((gross / tax) * 100) / 100;
  for (const { NAME = '', CAPACITY = '', Price = '' } of await csvOf('deliveries/aperitivo_price_list_RAW.csv')) {
    const ml = Number.parseInt(CAPACITY, 10);
    const price = /^([\d,]+) PLN$/.exec(Price)?.[1];
    if (ml && price)
      costs.set(NAME.trim().toLowerCase(), {
        unit: 'л',
        cost: net((Number(price.replace(',', '.')) / ml) * 1000, 1.23),
      });
  }
  for (const row of await csvOf('deliveries/aperitivo_purchases_RAW.csv')) {
    const bought = Number(row['purchase quantity']);
    const unit = row.unit ?? '';
    const tax = row.tax === '5%' ? 1.05 : 1.23;
    if (!bought || unit === 'pcs') continue;
    const inUnits = /^(ml|g|gram)$/.test(unit) ? bought / 1000 : bought;
    const kind = /^(ml|l|liter)$/.test(unit) ? 'л' : 'кг';
    costs.set((row['product name'] ?? '').trim().toLowerCase(), {
      unit: kind,
      cost: net(Number(row['gross purchase cost']) / inUnits, tax),
    });
  }
  return costs;
}

async function aperitivo(admin: Client, createItem: Awaited<ReturnType<typeof startTenant>>['createItem']) {
  const ids = new Map<string, number>();
  const costs = await aperitivoCosts();
  const file = await readIn(admin, await bytesOf('recipes/aperitivo_cocktails_RAW.csv'));
  for (const { text } of file.ingredients) {
    const known = costs.get(text.toLowerCase());
    if (known) ids.set(text, (await createItem({ name: text, ...known })).id);
  }
  const names = file.ingredients.map(({ key, text, units }) => {
    const item_id = ids.get(text);
    const isPiece = units.some((unit) => /^(szt|pcs)$/.test(unit));
    // only ice is bought by a weight that is known for a piece
    if (isPiece) return /^ice/i.test(text) ? { key, item_id, factor: ICE_KG } : { key, skipped: true };
    return item_id === undefined ? { key, skipped: true } : { key, item_id };
  });
  const answer = await admin.put(`/api/recipe-files/${file.id}/names`).send({ names });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await applied(admin, file.id);
}

corpusTest(
  'aperitivo: a Classic Negroni costs 6.95 by the lists of prices, and nine of eighteen are exactly the answer key',
  async (t) => {
    const { admin, createItem } = await startTenant(t);
    await aperitivo(admin, createItem);
    const expected = new Map(
      (await csvOf('sales/aperitivo_profitability_expected.csv')).map((row) => [
        row.cocktail_name ?? '',
        Number(row.beverage_cost_net),
      ]),
    );

    const costs = new Map((await dishesOf(admin)).map(({ name, cost }) => [name, cost]));

    t.is(costs.get('CLASSIC NEGRONI'), 6.95);
    t.is(expected.size, 18);
    for (const [name, cost] of expected) {
      t.is(Math.round((cost - (costs.get(name) ?? 0)) * 100) / 100, moreThanListed[name] ?? 0, name);
    }
  },
);

corpusTest('a card of coffeepoint has its margin as soon as its coffee has a price', async (t) => {
  const { admin, createItem } = await startTenant(t);
  await createItem({ name: 'Кофе Impassion Basic 1 кг', unit: 'кг', cost: 2000 });
  const file = await readIn(admin, await bytesOf('recipes/coffeepoint_techcards.json'), 'techcards.json');
  await applied(admin, file.id);

  const dish = await dishNamed(admin, 'Эспрессо');

  t.like(dish, { price: 160, cost: 26, margin: 83.8, pour_cost: 16.3, questions: 0 });
});

/** Of the 149 pairs that people have written by hand; of the others nothing is proposed, and one wrongly. */
const FOUND_FIRST = 125;

corpusTest(
  'iiko_dish_to_keg.csv: the keg that a draught beer is poured from is the first proposal for its name',
  async (t) => {
    const pairs = await csvOf('recipes/iiko_dish_to_keg.csv');
    const kegs = [...new Set(pairs.map(({ KEG_NAME = '' }) => KEG_NAME))];
    const items = kegs.map(
      (name, index): ComparedItem => ({
        id: index + 1,
        name,
        search_name: searchName(name),
        names: [],
        ean: null,
        codes: [],
        alias_ean: null,
        alias_names: null,
        volume_ml: null,
        category: 'Кеги',
      }),
    );
    const lines = pairs.map(({ DISH_NAME = '' }) => ({ name: DISH_NAME, ean: null, volumeMl: null, isService: false }));

    const proposals = await proposalsFor(lines, items, () => {});

    const first = pairs.filter(({ KEG_NAME }, index) => proposals[index]?.[0]?.name === KEG_NAME).length;
    t.log(`${first} of ${pairs.length}`);
    t.true(first >= FOUND_FIRST);
  },
);

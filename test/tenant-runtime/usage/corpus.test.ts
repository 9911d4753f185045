import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'csv-parse/sync';
import { dishesOf } from '../sales/files.ts';
import { countedAt, sell, startClocked, usageOf } from './venue.ts';

const corpus = process.env.OSTATOK_CORPUS ?? '';
const corpusTest = existsSync(join(corpus, 'sales')) ? test : test.skip;

/** Hundredths of a litre of the servings that draught beer is sold in. */
const SERVINGS = [100, 50, 40, 25];

/** Splits hundredths of a litre into servings, as `[hundredths, how many]`. */
function servingsOf(hundredths: number, sizes = SERVINGS): [number, number][] | undefined {
  const [size, ...smaller] = sizes;
  if (size === undefined) return hundredths === 0 ? [] : undefined;
  for (let servings = Math.floor(hundredths / size); servings >= 0; servings -= 1) {
    const rest = servingsOf(hundredths - servings * size, smaller);
    if (rest) return servings === 0 ? rest : [[size, servings], ...rest];
  }
  return undefined;
}

corpusTest(
  'iiko_office_vs_computed_litres.csv: 5 kegs of 15 are explained by their names, 10 have their gap shown',
  async (t) => {
    const rows: Record<string, string>[] = parse(
      await readFile(join(corpus, 'sales/iiko_office_vs_computed_litres.csv'), 'utf8'),
      { columns: true, bom: true },
    );
    const kegs = rows.map(({ KegName = '', Office_Liters, Our_Liters }) => ({
      name: KegName,
      beer: KegName.replace(/^КЕГ /, '').replace(/,? \d+ л$/, ''),
      gone: Math.round(Number(Office_Liters) * 100),
      sold: Math.round(Number(Our_Liters) * 100),
    }));
    const venue = await startClocked(t);
    const { admin } = venue;
    const items: { id: number; name: string }[] = [];
    for (const { name } of kegs) items.push(await venue.createItem({ name, unit: 'л', category: 'Кеги', cost: 200 }));
    const counted = (litres: (index: number) => number): [number, number][] =>
      items.map(({ id }, index) => [id, litres(index)]);
    const from = await countedAt(
      venue,
      '2026-11-20T08:00:00Z',
      counted(() => 200),
    );
    const to = await countedAt(
      venue,
      '2026-11-22T08:00:00Z',
      counted((index) => (20_000 - (kegs[index]?.gone ?? 0)) / 100),
    );
    await sell(
      admin,
      ...kegs.flatMap(({ beer, sold }) =>
        (servingsOf(sold) ?? []).map(([size, servings]): [string, string, number, number] => {
          const litres = (size / 100).toFixed(2).replace(/0$/, '').replace('.', ',');
          return ['2026-11-20', `${beer} (${litres})`, servings, servings * size * 8];
        }),
      ),
    );
    const dishes = (await dishesOf(admin)).map(({ id, name, proposals: [first] }) => {
      t.true(
        kegs.some((keg) => keg.name === first?.name && name.startsWith(keg.beer)),
        `${name}: ${first?.name}`,
      );
      return { id, item_id: first?.item_id };
    });
    t.is((await admin.put('/api/sales/dishes').send({ dishes })).status, 200);

    const usage = await usageOf(admin, from, to);
    const shown = new Map(usage.rows.map((row) => [row.item.name, row]));
    for (const { name, gone, sold } of kegs) {
      t.like(shown.get(name), { sold: sold / 100, variance: (sold - gone) / 100, certain: sold !== gone }, name);
    }
    const equal = usage.rows.filter(({ variance }) => variance === 0);
    t.deepEqual([equal.length, usage.rows.length - equal.length], [5, 10]);
    t.is(usage.totals.shortage, (-200 * kegs.reduce((all, { gone, sold }) => all + gone - sold, 0)) / 100);
  },
);

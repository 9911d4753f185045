import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { parseName } from '@ostatok/kit/names/parse.ts';
import { similarity } from '@ostatok/kit/names/similarity.ts';
import test from 'ava';
import { byCode, call, commit, setUpAliasImports, undo } from '../support/catalogue/alias-imports.ts';
import { hasDrinkSources, readDrinkSources } from '../support/catalogue/drink-sources.ts';
import { type StarterDrink, starterDrinks } from '../support/catalogue/starter-list.ts';

setUpAliasImports();

test('each drink of the starter list has a code of its own that is right, as GTIN-13', (t) => {
  const wrong = starterDrinks.filter(({ ean }) => toGtin13(ean) !== ean);
  t.deepEqual(wrong, []);
  t.is(new Set(starterDrinks.map(({ ean }) => ean)).size, starterDrinks.length);
  t.true(starterDrinks.length >= 300);
});

test('the name of each drink says its volume, its brand and no other measure but an age', (t) => {
  for (const { name, brand, volumeMl } of starterDrinks) {
    const { age: _, ...measures } = parseName(name).measures;
    t.deepEqual(measures, { volumeMl }, name);
    t.true(/^[\p{Lu}\d]/u.test(brand), name);
  }
  t.is(new Set(starterDrinks.map(({ name }) => name)).size, starterDrinks.length);
});

test('the starter list is sorted, so that a change of it is a line where people look for it', (t) => {
  const keys = starterDrinks.map(({ category, subcategory, name }) => [category, subcategory, name].join('\n'));
  t.deepEqual(keys, keys.toSorted());
});

test.serial('the starter list is previewed, loaded, taken back, and changes nothing the second time', async (t) => {
  const first = await call('post', '/import/starter');
  t.is(first.status, 201);
  t.like(first.body.preview, { total: starterDrinks.length, created: starterDrinks.length, invalid: 0 });
  t.like((await commit(first.body.importId)).body, { created: starterDrinks.length });
  const [hennessy] = starterDrinks.filter(({ name }) => name === 'Коньяк Hennessy VS, 0,7 л') as [StarterDrink];
  t.like(await byCode(hennessy.ean), {
    ...{ description: hennessy.name, brand: 'Hennessy', category: 'Крепкий алкоголь', subcategory: 'Коньяк' },
    ...{ volume_ml: 700, alcohol_percent: 40, country_origin: 'Франция', weight_empty_g: null },
  });

  const again = await call('post', '/import/starter');
  t.like(again.body.preview, { created: 0, updated: 0, unchanged: starterDrinks.length, invalid: 0 });
  t.like((await undo(first.body.importId)).body, { undone: starterDrinks.length, kept: 0 });
  t.is(await byCode(hennessy.ean), undefined);
});

const ALIKE = 0.7;
const wordsOf = (text: string) => parseName(text).words.filter(({ role }) => role !== 'kind' && role !== 'noise');

/** Whether a text has half of the words, in whichever alphabet. */
function isSaid(words: string, text: string): boolean {
  const there = parseName(text).words;
  const ours = wordsOf(words);
  return ours.filter((word) => there.some((other) => similarity(word, other) >= ALIKE)).length * 2 >= ours.length;
}

const isMeant = ({ name, brand, volumeMl }: StarterDrink, text: string): boolean =>
  parseName(text).measures.volumeMl === volumeMl && (isSaid(brand, text) || isSaid(name, text));

const corpusTest = hasDrinkSources ? test : test.skip;
corpusTest('two independent sources of the corpus say of each code of the starter list the same drink', (t) => {
  const sources = readDrinkSources(new Set(starterDrinks.map(({ ean }) => ean)));
  for (const drink of starterDrinks) {
    const agreeing = sources.filter((source) => source.get(drink.ean)?.some((text) => isMeant(drink, text)));
    t.true(agreeing.length >= 2, `${drink.ean} ${drink.name}`);
  }
});

import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import test from 'ava';
import { codeOf } from '../bench/catalogue-names.ts';
import { bearer, createTestApi, type TestApi } from '../support/platform/api.ts';

const bottles: [description: string, volumeMl: number, strength: number | null, category: string | null][] = [
  ['Finlandia Vodka', 500, 40, 'Водка'],
  ['Finlandia Vodka', 700, 40, 'Водка'],
  ['Finlandia Lime', 500, 37.5, 'Водка'],
  ['Finlandia Cranberry', 500, 37.5, 'Водка'],
  ['Glenlivet 12 Year Old Single Malt', 700, 40, 'Виски'],
  ['Glenlivet 18 Year Old Single Malt', 700, 43, 'Виски'],
  ['Hennessy Very Special', 700, 40, 'Коньяк'],
  ['Hennessy VSOP', 700, 40, 'Коньяк'],
  ['Martini Bianco', 1000, 15, 'Вермут'],
  ['Martini Rosso', 1000, 15, 'Вермут'],
  ['Martini Fiero', 750, 15, 'Вермут'],
  ['Jack Daniel’s Cola', 330, 5, null],
  ['Jack Daniel’s Old No. 7', 700, 40, 'Виски'],
  ['Cointreau', 500, 40, 'Ликёр'],
];
let api: TestApi;
let owner: { token: string };
test.before(async () => {
  api = await createTestApi();
  owner = await api.signUp();
  const rows = bottles.map(([description, volume_ml, alcohol_percent, category], index) => ({
    ean: codeOf(index),
    description,
    volume_ml,
    alcohol_percent,
    category,
  }));
  await api.administration.catalogue.importRows(rows, null);
});
test.after.always(() => api?.close());

async function search(q: string): Promise<CatalogueMatch[]> {
  const { body } = await api.call
    .get('/api/catalog/search')
    .query({ q })
    .set(...bearer(owner));
  return body.data.results;
}
const of = (index: number): string => codeOf(index);

for (const [name, index] of [
  ['Водка Финляндия 40% 0,5л', 0],
  ['Водка Финляндия 0.7 ст/б', 1],
  ['Настойка Finlandia лайм 37.5% 0.5л', 2],
  ['Напиток алкогольный финляндия клюква 0.5л', 3],
  ['Виски гленливет 18 лет 43% п/у 0.7л', 5],
  ['ГЛЕНЛИВЕТ 12 ЛЕТ', 4],
  ['Коньяк хеннесси в.с. 0,7', 6],
  ['Коньяк Хеннесси VSOP', 7],
  ['Вермут мартини бьянко 1*12', 8],
  ['мартини россо', 9],
  ['Виски джек дениелс 0.7', 12],
  ['Ликер куантро 40% 0.5 Франция', 13],
] as const) {
  test(`«${name}» is matched to ${bottles[index]?.[0]}, ${bottles[index]?.[1]} ml`, async (t) => {
    const [first, second] = await search(name);
    t.is(first?.ean, of(index), JSON.stringify(first));
    t.true((first?.confidence ?? 0) > (second?.confidence ?? 0));
  });
}

test('what a list of bottles has not is never matched with confidence', async (t) => {
  for (const name of ['Мохито', 'Джин тоник', 'Эспрессо', 'Стул барный']) {
    const [first] = await search(name);
    t.true((first?.confidence ?? 0) < 0.5, `${name}: ${first?.name} ${first?.confidence}`);
  }
});

test('a flavour that no product has makes none of them likely', async (t) => {
  const [plain] = await search('Finlandia 0.5л');
  const [flavoured] = await search('Finlandia арбуз 0.5л');
  t.true((flavoured?.confidence ?? 0) < 0.7 * (plain?.confidence ?? 0));
});

test('confidences of all that a name may mean are no more than certainty together', async (t) => {
  for (const name of ['Финляндия', 'мартини', 'hennessy']) {
    const found = await search(name);
    t.true(found.length > 1);
    t.true(found.reduce((sum, { confidence }) => sum + confidence, 0) <= 1.01, name);
  }
});

test('any text is answered, however odd', async (t) => {
  for (const text of [
    '%',
    '=700ml',
    "'; drop table aliases; --",
    '0,7 л',
    '日本酒',
    'а'.repeat(200),
    '* * *',
    '1/12 6x0.5',
  ])
    t.true(Array.isArray(await search(text)), text);
});

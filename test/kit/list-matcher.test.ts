import { agreesInAll } from '@ostatok/kit/matching/agreement.ts';
import { createListMatcher, type ListedProduct } from '@ostatok/kit/matching/list-matcher.ts';
import test from 'ava';

const product = (
  id: number,
  name: string,
  volumeMl: number | null = null,
  otherNames: string[] = [],
): ListedProduct => ({
  id,
  name,
  otherNames,
  volumeMl,
  category: '',
});
const bar = createListMatcher([
  product(1, 'Jameson 0.7'),
  product(2, 'Red Bull 0.25'),
  product(3, 'Macallan 12 лет 0.7'),
  product(4, 'Absolut Lime 0.7'),
  product(5, 'Негрони микс', null, ['Campari Aperitivo 1 л']),
  product(6, 'Beefeater 0.5'),
  product(7, 'Beefeater 0.7'),
]);
/** The products that a name probably means, and those of them that nothing speaks against. */
const meant = (name: string, volumeMl?: number) =>
  bar
    .match(name, volumeMl)
    .filter(({ confidence }) => confidence >= 0.5)
    .map(({ id, features }) => (agreesInAll(features) ? id : -id));

for (const [name, ids] of [
  ['Виски Джеймесон 0,7 л', [1]],
  ['Виски Джеймесон 0,5 л', []],
  // «red» may be a colour, which the other does not say
  ['Редбулл 0,25 л', [-2]],
  ['Виски Макаллан 18 лет 0,7 л', []],
  ['Виски Макаллан 12 лет 0,7 л', [3]],
  ['Водка Абсолют 0,7 л', [-4]],
  ['Кампари Аперитиво 1 л', [5]],
  ['Джин Бифитер', [6, 7]],
  ['Ром Диктадор 0,7 л', []],
  ['', []],
  ['0,7 л', []],
] as const) {
  test(`«${name}» means ${ids.length > 0 ? ids.join(' or ') : 'nothing of the list'}`, (t) => {
    t.deepEqual(meant(name), [...ids]);
  });
}

test('a volume that stands in another column counts as one of the name', (t) => {
  t.deepEqual(meant('Джин Бифитер', 700), [7]);
});

test('an empty list offers nothing', (t) => {
  t.deepEqual(createListMatcher([]).match('Джин'), []);
});

import test from 'ava';
import { createNames, type FoundItem } from '../../tenant-runtime/src/items/find-item.ts';

/** «own name: synonym, synonym» */
const itemOf = (line: string, index: number): FoundItem => {
  const [name = '', synonyms] = line.split(': ');
  return {
    id: index + 1,
    name,
    article: null,
    ean: null,
    unit: 'л',
    volumeMl: null,
    ...(synonyms && { synonyms: synonyms.split(', ') }),
  };
};

const finds: [title: string, stock: string[], name: string, expected: string | string[]][] = [
  ['a whole synonym is the item', ['Jameson 0,7: жэка', 'Чивас'], 'Жэка', 'Jameson 0,7 sure'],
  ['the order of its words does not matter', ['Jagermeister: красный олень'], 'олень красный', 'Jagermeister sure'],
  ['with the volume of the own name it is too', ['Jameson 0,7: жэка'], 'жэка 0,7', 'Jameson 0,7 sure'],
  ['with another volume it is not', ['Jameson 0,7: жэка'], 'жэка 0,5', []],
  [
    'of two items with one synonym it asks',
    ['Jameson: жэка', 'Jack Daniels: жэка'],
    'жэка',
    ['Jameson', 'Jack Daniels'],
  ],
  ['a volume tells such items apart', ['Jameson 0,7: жэка', 'Jameson 0,5: жэка'], 'жэка 0,5', 'Jameson 0,5 sure'],
  [
    'a synonym of one bottle may mean the other ones',
    ['Jameson 0,7: жэка', 'Jameson 0,5'],
    'жэка',
    ['Jameson 0,7', 'Jameson 0,5'],
  ],
  ['an own exact name wins', ['Jagermeister: олень', 'Олень'], 'олень', 'Олень sure'],
  [
    'an own name that holds the words is asked about too',
    ['Jagermeister: олень', 'Настойка Олень'],
    'олень',
    ['Jagermeister', 'Настойка Олень'],
  ],
  ['a part of a synonym is asked about', ['Jameson: ирландец жэка'], 'жэка', 'Jameson'],
  ['a part of two synonyms is', ['Jameson: ирландец жэка', 'Jack: жэка джек'], 'жэка', ['Jack', 'Jameson']],
  ['a part of a synonym never outdoes an own name', ['Пепси: кола пепси', 'Кола Добрая'], 'кола', 'Кола Добрая sure'],
  ['a word that many names share is asked about', ['Сок Rich: лимон'], 'лимон', 'Сок Rich'],
  ['a number alone is nothing', ['Chivas: чивас 12'], '12', []],
];
for (const [title, stock, name, expected] of finds) {
  test(`«${name}»: ${title}`, (t) => {
    const found = createNames(stock.map(itemOf)).find(name);

    if (typeof expected !== 'string') {
      t.deepEqual(found.kind === 'several' ? found.items.map((item) => item.name) : [], expected);
      t.not(found.kind, 'one');
      return;
    }
    t.is(found.kind === 'one' ? `${found.item.name}${found.sure ? ' sure' : ''}` : found.kind, expected);
  });
}

test('a taught name stands above the synonym of another item', (t) => {
  const [taught, other] = ['Jameson', 'Jack: жэка'].map(itemOf) as [FoundItem, FoundItem];

  const found = createNames([{ ...taught, taught: ['жэка'] }, other]).find('жэка');

  t.like(found, { kind: 'one', sure: true });
  t.is(found.kind === 'one' && found.item.name, 'Jameson');
});

test('a search lists what is named so, and after it what owners call so', (t) => {
  const names = createNames(['Jagermeister: олень', 'Оленина', 'Jameson: ирландец жэка'].map(itemOf));
  const listed = (text: string): string[] => names.search(text).map(({ name }) => name);

  t.deepEqual(listed('олень'), ['Оленина', 'Jagermeister']);
  t.deepEqual(listed('олен'), ['Оленина']);
  t.deepEqual(listed('жэка'), ['Jameson']);
});

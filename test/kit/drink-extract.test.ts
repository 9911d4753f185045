import { deflateSync, inflateSync } from 'node:zlib';
import {
  blockText,
  changesOf,
  type Drink,
  drinkOf,
  drinksOf,
  EXTRACT_FORMAT,
  headText,
  partsOf,
} from '@ostatok/kit/contract/drink-extract.ts';
import test from 'ava';
import { seeded, seedFor } from '../support/run/random.ts';

const random = seeded(seedFor('drink extract'));

const LETTERS = [...'абвёЯwXé 0,%«»🍺'];

function randomDrink(): Drink {
  const ean = String(Math.floor(random() * 10 ** (1 + Math.floor(random() * 13))))
    .padStart(13, '0')
    .slice(-13);
  const name = Array.from(
    { length: 1 + Math.floor(random() * 40) },
    () => LETTERS[Math.floor(random() * LETTERS.length)],
  );
  return { ean, name: name.join(''), volumeMl: random() < 0.2 ? null : Math.floor(random() * 100_000) };
}

function randomDrinks(count: number): Drink[] {
  const byCode = new Map(Array.from({ length: count }, randomDrink).map((drink) => [drink.ean, drink]));
  return [...byCode.values()].sort((a, b) => (a.ean < b.ean ? -1 : 1));
}

test('a block says every drink that was written into it, whatever the codes and names', (t) => {
  for (const count of [0, 1, 2, 50, 700]) {
    const drinks = randomDrinks(count);
    const block = blockText(drinks);
    t.deepEqual([...drinksOf(block)], drinks);
    for (const drink of drinks) t.deepEqual(drinkOf(block, drink.ean), drink);
    const strange = ['0000000000000', '9999999999999', randomDrink().ean];
    for (const ean of strange)
      t.deepEqual(
        drinkOf(block, ean),
        drinks.find((drink) => drink.ean === ean),
      );
  }
  const last = { ean: '9999999999994', name: 'Вода', volumeMl: 0 };
  t.deepEqual([...drinksOf(blockText([last]))], [last]);
});

test('a name with signs that part rows stays one row', (t) => {
  const [drink] = drinksOf(blockText([{ ean: '4600000000008', name: 'Ром\t7\nлет', volumeMl: null }]));
  t.is(drink?.name, 'Ром 7 лет');
});

test('an extract is taken apart as it was put together, and one that was cut anywhere is none', (t) => {
  const lists = [randomDrinks(20), randomDrinks(30)];
  const packed = lists.map((list) => deflateSync(blockText(list)));
  const blocks = lists.map((list, at): [string, number] => [list[0]?.ean ?? '', packed[at]?.length ?? 0]);
  const head = { format: EXTRACT_FORMAT, version: '7-abc', rows: 50, blocks };
  const file = new Uint8Array(Buffer.concat([Buffer.from(headText(head)), ...packed]));

  const parts = partsOf(file);
  t.deepEqual(parts?.head, head);
  t.deepEqual(
    parts?.blocks.map((block) => [...drinksOf(inflateSync(block).toString())]),
    lists,
  );
  for (let length = 0; length < file.length; length += 1) t.is(partsOf(file.slice(0, length)), undefined);
  t.is(partsOf(new Uint8Array([...file, 0])), undefined);
  t.is(partsOf(new TextEncoder().encode(headText({ ...head, format: EXTRACT_FORMAT + 1 }))), undefined);
});

test('changes are read all together or not at all', (t) => {
  const sound = [['4600000000008', 'Ром', 700], ['4600000000015', 'Вода', null], ['4600000000022']];
  t.deepEqual(changesOf(JSON.stringify(sound)), sound);
  t.deepEqual(changesOf('[]'), []);
  const damaged = [
    '460',
    ['460', 'Ром', 700],
    [4600000000008],
    ['4600000000008', 'Ром'],
    ['4600000000008', 1, 2],
    null,
  ];
  for (const change of damaged) t.is(changesOf(JSON.stringify([...sound, change])), undefined, `${change}`);
  for (const text of ['', '{}', 'null', JSON.stringify(sound).slice(0, -5)]) t.is(changesOf(text), undefined, text);
});

import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Dish } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import test from 'ava';
import {
  type DraftLine,
  draftWorth,
  inputOf,
  lineWorth,
  marginOf,
  newLine,
  type Prices,
  roublesOf,
  semiAsItem,
  typedAmount,
  usualUnit,
} from '../../../tenant-runtime/panel/features/recipes/recipe-draft.ts';

const syrup = { id: 9, name: 'Сироп', kind: 'semi', unit: 'л', cost: 50 } as Dish;
const item = (id: number, fields: Partial<ShownItem>): ShownItem =>
  ({ ...semiAsItem(syrup), id, name: `Позиция ${id}`, unit: 'л', cost: 1000, ...fields }) as ShownItem;
const prices: Prices = {
  items: new Map(
    [item(1, {}), item(2, { unit: 'шт', volume_ml: 700, cost: 1400 }), item(3, { cost: null })].map((one) => [
      one.id,
      one,
    ]),
  ),
  semis: new Map([[syrup.id, syrup]]),
};
const line = (amount: string, fields: Partial<DraftLine> = {}): DraftLine =>
  newLine({ text: 'Джин', itemId: 1, dishId: null, skipped: false, amount, ...fields });

test('a number alone is in the unit in which the item is poured', (t) => {
  t.is(usualUnit({ unit: 'л', volume_ml: null }), 'мл');
  t.is(usualUnit({ unit: 'кг', volume_ml: null }), 'г');
  t.is(usualUnit({ unit: 'шт', volume_ml: 700 }), 'мл');
  t.is(usualUnit({ unit: 'шт', volume_ml: null }), 'шт');
  t.deepEqual(typedAmount('22,5', prices.items.get(1)), { amount: 22.5, unit: 'мл' });
  t.deepEqual(typedAmount('2 дэш', undefined), { amount: 2, unit: 'дэш' });
  t.deepEqual(typedAmount('топ', undefined), { amount: null, unit: 'топ' });
  for (const text of ['много', '-5', '0', '1e5']) t.truthy(typedAmount(text, undefined).error, text);
});

test('a line costs what it uses, of an item or of a semi-product', (t) => {
  t.is(roublesOf(lineWorth(line('30'), prices).worth ?? 0n), 30);
  t.is(roublesOf(lineWorth(line('35', { itemId: 2 }), prices).worth ?? 0n), 70);
  t.is(roublesOf(lineWorth(line('2 cl', { itemId: null, dishId: 9 }), prices).worth ?? 0n), 1);
  t.is(lineWorth(line('', { skipped: true }), prices).worth, 0n);
});

test('a line that says too little is a question, and then there is no cost', (t) => {
  t.is(lineWorth(line('30', { itemId: 3 }), prices).question, 'Нет цены закупки');
  t.is(lineWorth(line('30', { itemId: null }), prices).question, 'Не выбрана позиция');
  t.is(lineWorth(line(''), prices).question, 'Не указано, сколько');
  t.deepEqual(draftWorth([line('30'), line('')], '1', prices), { cost: null, questions: 1 });
});

test('the whole is divided by what it makes, and the margin is of the price', (t) => {
  t.deepEqual(draftWorth([line('30'), line('30')], '2', prices), { cost: 30, questions: 0 });
  t.deepEqual(draftWorth([line('30')], '0,5', prices), { cost: 60, questions: 0 });
  for (const made of ['', '0', 'много']) t.is(draftWorth([line('30')], made, prices).cost, null, made);
  t.is(marginOf(150, 650), 76.9);
  t.is(marginOf(150, null), null);
  t.is(marginOf(null, 650), null);
});

test('what is sent is what was typed, with its usual unit', (t) => {
  t.deepEqual(inputOf(line('30'), prices), {
    text: 'Джин',
    amount: 30,
    unit: 'мл',
    item_id: 1,
    dish_id: null,
    skipped: false,
  });
  t.like(inputOf(line('топ'), prices), { amount: null, unit: 'топ' });
});

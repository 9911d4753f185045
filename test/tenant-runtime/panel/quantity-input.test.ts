import test from 'ava';
import fc from 'fast-check';
import type { Unit } from '../../../tenant-runtime/contract/items.ts';
import {
  parseQuantity,
  roundQuantity,
  toFieldNumber,
  toFieldText,
} from '../../../tenant-runtime/panel/forms/quantity-input.ts';

const read: [text: string, unit: Unit, value: number][] = [
  ['0,7', 'л', 0.7],
  ['0.7', 'л', 0.7],
  [',5', 'л', 0.5],
  ['+0,7', 'л', 0.7],
  ['−1,5', 'л', -1.5],
  ['1 250,5', 'л', 1250.5],
  ['700 мл', 'л', 0.7],
  ['0,7 л', 'л', 0.7],
  ['250г', 'кг', 0.25],
  ['250 гр.', 'кг', 0.25],
  ['12 шт', 'шт', 12],
  ['0,7 + 0,35', 'л', 1.05],
  ['0,1+0,2', 'л', 0.3],
  ['5-2', 'шт', 3],
];
for (const [text, unit, value] of read) {
  test(`«${text}» of ${unit} is ${value}`, (t) => {
    t.deepEqual(parseQuantity(text, unit), { value });
  });
}

const refused: [text: string, unit: Unit, error: RegExp][] = [
  ['', 'л', /Введите количество/],
  ['сколько-то', 'л', /Введите число/],
  ['1,2,3', 'л', /Введите число/],
  ['0,7 +', 'л', /Введите число/],
  ['0,0001', 'л', /трёх знаков/],
  ['1 мл', 'кг', /считается в «кг»/],
  ['5 constructor', 'шт', /считается в «шт»/],
  ['1000000', 'л', /Не больше/],
];
for (const [text, unit, error] of refused) {
  test(`«${text}» of ${unit} is refused in words`, (t) => {
    t.regex(parseQuantity(text, unit).error ?? '', error);
  });
}

test('any quantity of three decimals is read back as it was written', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_000, max: 999_999_000 }), (thousandths) => {
      const value = roundQuantity(thousandths / 1000);
      t.is(parseQuantity(toFieldText(value), 'л').value, value);
      t.is(toFieldNumber(toFieldText(value)), value);
    }),
  );
});

test('an empty field is null, not zero', (t) => {
  t.is(toFieldNumber('  '), null);
  t.is(toFieldText(null), '');
});

import {
  billionthsOf,
  fromBillionths,
  type MeasuredItem,
  measureOf,
  quantityOf,
  servingMlOf,
} from '@ostatok/tenant-runtime/contract/recipe-measures.ts';
import test from 'ava';
import { amountOf, ingredientIn, linesIn } from '../../../tenant-runtime/src/recipes/files/ingredient-text.ts';

const litres: MeasuredItem = { unit: 'л', volume_ml: null, density_g_per_ml: null };
const bottle: MeasuredItem = { unit: 'шт', volume_ml: 700, density_g_per_ml: null };
const kilograms: MeasuredItem = { unit: 'кг', volume_ml: null, density_g_per_ml: null };
const syrup: MeasuredItem = { unit: 'кг', volume_ml: null, density_g_per_ml: '1.25' };

const used = (amount: string | null, unit: string | null, item: MeasuredItem): number | string => {
  const { quantity, question } = quantityOf({ amount, unit }, item);
  return quantity === undefined ? question : fromBillionths(quantity);
};

test('a measure of a bar has its size, in Russian and in English', (t) => {
  const inLitres: [string, number][] = [
    ['мл', 0.001],
    ['ml', 0.001],
    ['cl', 0.01],
    ['сл', 0.01],
    ['Л.', 1],
    ['oz', 0.03],
    ['унция', 0.03],
    ['dash', 0.0009],
    ['дэш', 0.0009],
    ['bar spoon', 0.005],
    ['барная ложка', 0.005],
    ['б. л.', 0.005],
    ['tsp', 0.005],
    ['ч.л.', 0.005],
    ['ст. л.', 0.015],
    ['splash', 0.006],
    ['капли', 0.00005],
  ];
  for (const [unit, litre] of inLitres) t.is(used('1', unit, litres), litre, unit);
  t.is(used('40', 'г', kilograms), 0.04);
  t.is(used('2', 'szt', bottle), 2);
});

test('an amount becomes units of the item, by its volume and its density', (t) => {
  t.is(used('30', 'мл', bottle), 0.042857143);
  t.is(used('100', 'мл', syrup), 0.125);
  t.is(used('125', 'г', { ...syrup, unit: 'л' }), 0.1);
  t.is(used('1', 'шт', { ...litres, volume_ml: 330 }), 0.33);
  t.is(used('5', 'cl', bottle), 0.071428571);
});

test('what cannot be known is a question, in words', (t) => {
  t.regex(String(used(null, 'топ', litres)), /сколько/);
  t.regex(String(used('1', 'top up', litres)), /сколько/);
  t.regex(String(used('30', null, litres)), /единица/);
  t.regex(String(used('1', 'щепотка', litres)), /непонятна/);
  t.regex(String(used('30', 'мл', kilograms)), /плотность/);
  t.regex(String(used('30', 'мл', { ...bottle, volume_ml: null })), /объём/);
  t.regex(String(used('1', 'шт', kilograms)), /штука/);
  t.is(measureOf('shot'), undefined);
});

test('numbers are read exactly, and nothing else is a number', (t) => {
  t.is(billionthsOf('0.1'), 100_000_000n);
  t.is(billionthsOf(0.1 + 0.2), 300_000_000n);
  for (const text of ['-1', '1e5', '', 'NaN', '1,5']) t.is(billionthsOf(text), undefined, text);
});

test('the portion is read from the name of a dish', (t) => {
  const names: [string, number | undefined][] = [
    ['Пиво (0,4)', 400],
    ['Пиво (0,25)', 250],
    ['Пиво (1,0)', 1000],
    ['Латте 350 мл', 350],
    ['Стаут 0.5л', 500],
    ['Сидр 0,4', 400],
    [' Boozy (Полусладкий), бут. 0,500 .', 500],
    ['Вино 15 cl', 150],
    ['Негрони', undefined],
    ['Чай на 2 персоны', undefined],
    ['Ром 7 лет', undefined],
  ];
  for (const [name, ml] of names) t.is(servingMlOf(name), ml, name);
});

test('a line of a book of cocktails is an amount, a unit and an ingredient, in any order', (t) => {
  const lines: [string, string, string | null, string | null][] = [
    ['15 Апельсиновый Кордиал', 'Апельсиновый Кордиал', '15', null],
    ['30 ml Gin', 'Gin', '30', 'ml'],
    ['40ml Gin', 'Gin', '40', 'ml'],
    ['2 dash Angostura', 'Angostura', '2', 'dash'],
    ['1 bar spoon of Syrup', 'Syrup', '1', 'bar spoon'],
    ['Джин — 40 мл', 'Джин', '40', 'мл'],
    ['Джин 40', 'Джин', '40', null],
    ['22,5 мл сок лайма', 'сок лайма', '22.5', 'мл'],
    ['1/2 oz Campari', 'Campari', '0.5', 'oz'],
    ['1 1/2 oz Rum', 'Rum', '1.5', 'oz'],
    ['½ oz Campari', 'Campari', '0.5', 'oz'],
    ['топ Содовая', 'Содовая', null, 'топ'],
    ['top up with Soda', 'Soda', null, 'top up with'],
    ['Содовая топ', 'Содовая', null, 'топ'],
    ['6-8 листьев мяты', '6-8 листьев мяты', null, null],
    ['Лёд', 'Лёд', null, null],
  ];
  for (const [line, text, amount, unit] of lines) t.deepEqual(ingredientIn(line), { text, amount, unit }, line);
});

test('a cell of an amount may have its unit glued to it; a range is none', (t) => {
  t.deepEqual(amountOf('40ml'), { amount: '40', unit: 'ml' });
  t.deepEqual(amountOf('22,5'), { amount: '22.5', unit: null });
  t.deepEqual(amountOf('1/4'), { amount: '0.25', unit: null });
  for (const text of ['few', '6-8', '0', '1/0']) t.is(amountOf(text).amount, null, text);
});

test('the cell of all ingredients is split by lines, or by signs where there is one line', (t) => {
  t.deepEqual(linesIn('15 Кордиал\n30 Кампари\r\n\nтоп Содовая'), ['15 Кордиал', '30 Кампари', 'топ Содовая']);
  t.deepEqual(linesIn('30 Джин; 22,5 сок, 10 сироп'), ['30 Джин', '22,5 сок', '10 сироп']);
});

import test from 'ava';
import type { DeliveryLine } from '../../../tenant-runtime/contract/deliveries.endpoints.ts';
import {
  documentText,
  factorLabel,
  factorText,
  nextOpen,
  openLines,
  openPartOf,
  parseFactor,
  shortText,
  sureDecisions,
  unitDecisions,
  worthOf,
} from '../../../tenant-runtime/panel/features/deliveries/delivery-lines.ts';

const lineAt = (place: number, fields: Partial<DeliveryLine> = {}): DeliveryLine => ({
  place,
  number: place,
  code: null,
  name: 'Джин',
  unit: 'шт',
  counted_in: null,
  unit_choices: [],
  packs: null,
  in_pack: null,
  quantity: 12,
  came: null,
  price: null,
  net: null,
  vat: null,
  gross: null,
  vat_rate: null,
  marks: 0,
  alccode: null,
  ean: null,
  volume_ml: null,
  skipped: false,
  item: null,
  factor: null,
  stock_quantity: null,
  proposals: [],
  unit_cost: null,
  last_unit_cost: null,
  price_jump: null,
  ...fields,
});
const item = { id: 7, name: 'Джин', unit: 'л' as const };
const decided = (place: number) => lineAt(place, { item, factor: 0.7, stock_quantity: 8.4 });

test('a line is open until its item and its factor are known, or it is left out of the stock', (t) => {
  t.is(openPartOf(lineAt(1)), 'item');
  t.is(openPartOf(lineAt(1, { item })), 'factor');
  t.is(openPartOf(decided(1)), null);
  t.is(openPartOf(lineAt(1, { skipped: true })), null);
  t.is(openLines([lineAt(1), decided(2), lineAt(3, { item })]).length, 2);
});

test('the next open line is the one after, else the first; what is being saved is passed over', (t) => {
  const rows = [lineAt(1), decided(2), lineAt(3), lineAt(4)];
  t.is(nextOpen(rows, new Set(), 1), 3);
  t.is(nextOpen(rows, new Set([3]), 1), 4);
  t.is(nextOpen(rows, new Set(), 4), 1);
  t.is(nextOpen(rows, new Set([1, 3, 4]), 4), undefined);
});

test('only what is sure is taken without a look, and never instead of what was decided', (t) => {
  const proposal = { item_id: 7, name: 'Джин', confidence: 1, reasons: [], sure: true };
  const rows = [
    lineAt(1, { proposals: [proposal] }),
    lineAt(2, { proposals: [{ ...proposal, sure: false }] }),
    lineAt(3, { proposals: [proposal], skipped: true }),
    lineAt(4, { proposals: [proposal], item, factor: 1 }),
  ];
  t.deepEqual(sureDecisions(rows), [{ place: 1, item_id: 7 }]);
});

test('a factor is read as people write it, with six decimals', (t) => {
  t.deepEqual(parseFactor('0,7', 'л'), { value: 0.7 });
  t.deepEqual(parseFactor(' 700 мл ', 'л'), { value: 0.7 });
  t.deepEqual(parseFactor('0.000125', 'л'), { value: 0.000125 });
  t.deepEqual(parseFactor('20', 'шт'), { value: 20 });
  for (const wrong of ['0', 'много', '5 шт', '-1', '']) t.true('error' in parseFactor(wrong, 'л'), wrong);
});

test('texts leave out what is not known', (t) => {
  t.is(documentText({ number: 'УТ-17', day: '2026-11-20' }), '№ УТ-17 от 20.11.2026');
  t.is(documentText({ number: null, day: '2026-11-20' }), 'от 20.11.2026');
  t.is(documentText({ number: null, day: null }), 'без номера и даты');
  t.is(factorText(decided(1)), '1 шт = 0,7 л');
  t.is(factorLabel(lineAt(1, { unit: 'кор', item })), 'В 1 кор, л');
});

test('the worth of a line is its sum with VAT, else without, else its price times its quantity', (t) => {
  t.is(worthOf(lineAt(1, { gross: 120, net: 100, price: 8 })), 120);
  t.is(worthOf(lineAt(1, { net: 100, price: 8 })), 100);
  t.is(worthOf(lineAt(1, { price: 8.333 })), 100);
  t.is(worthOf(lineAt(1)), null);
});

test('one answer about units is given to the lines that it says something of', (t) => {
  const asked = (place: number, unit: 'л' | 'кг', pieces: number | null, likely: 'шт' | 'л' | 'кг') =>
    lineAt(place, {
      unit: null,
      item: { ...item, unit },
      unit_choices: [
        { unit: 'шт', stock_quantity: pieces, likely: likely === 'шт' },
        { unit, stock_quantity: 12, likely: likely === unit },
      ],
    });
  const rows = [asked(1, 'л', 8.4, 'шт'), asked(2, 'кг', null, 'кг'), decided(3)];

  t.deepEqual(unitDecisions(rows, 'likely'), [
    { place: 1, counted_in: 'шт' },
    { place: 2, counted_in: 'кг' },
  ]);
  t.deepEqual(unitDecisions(rows, 'pieces'), [{ place: 1, counted_in: 'шт' }]);
  t.is(unitDecisions(rows, 'measures').length, 2);
});

test('what has not come is said in the unit of the document, and a line of which nothing has come is not open', (t) => {
  const said = (came: number | null) => shortText(lineAt(1, { came }))?.replaceAll(/\s/g, ' ') ?? null;

  t.is(said(10), 'пришло 10 шт, недовоз 2 шт');
  t.is(said(13), 'пришло 13 шт, излишек 1 шт');
  t.deepEqual([said(null), said(12)], [null, null]);
  t.is(openPartOf(lineAt(1, { came: 0 })), null);
});

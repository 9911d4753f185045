import test from 'ava';
import {
  bySupplier,
  chosenOf,
  linesOf,
  type OrderRow,
  orderText,
  proposedText,
  typedText,
  worthOf,
} from '../../../tenant-runtime/panel/features/order/order-text.ts';

const row = (name: string, part: Partial<OrderRow> = {}): OrderRow => ({
  item: { id: 1, name, article: null, category: '', unit: 'л', volume_ml: 700 },
  supplier: null,
  quantity: 1,
  par: 4,
  on_order: 0,
  order: 3.5,
  pack: { unit: 'бут.', size: 0.7 },
  packs: 5,
  cost: 100,
  sum: 350,
  ...part,
});

test('rows are grouped by supplier, the largest sum first, those of nobody last', (t) => {
  const [metro, luding] = [
    { id: 1, name: 'Метро' },
    { id: 2, name: 'Лудинг' },
  ];
  const groups = bySupplier([
    row('Лайм', { sum: 9999 }),
    row('Джин', { supplier: metro }),
    row('Ром', { supplier: luding, sum: 900 }),
    row('Виски', { supplier: metro }),
  ]);
  t.deepEqual(
    groups.map(({ supplier, rows }) => [supplier?.name, rows.map(({ item }) => item.name)]),
    [
      ['Лудинг', ['Ром']],
      ['Метро', ['Джин', 'Виски']],
      [undefined, ['Лайм']],
    ],
  );
});

test('an amount is typed in packs, or in the unit of an item without them; nothing is nothing', (t) => {
  const loose = row('Лайм', { pack: null, packs: null, order: 2.5 });
  t.is(proposedText(row('Джин')), '5');
  t.is(proposedText(loose), '2,5');
  t.is(chosenOf(row('Джин'), undefined), 3.5);
  t.is(chosenOf(row('Джин'), '12'), 8.4);
  t.is(chosenOf(loose, '1,25'), 1.25);
  t.is(chosenOf(loose, ' '), 0);
  for (const wrong of ['дюжину', '-1', '1e3', '1.2.3']) t.is(chosenOf(loose, wrong), null, wrong);
});

test('an amount that was typed in packs of one supplier is the same amount in packs of another', (t) => {
  const bottles = { unit: 'бут.', size: 0.7 };
  const inCases = row('Джин', { pack: { unit: 'кор', size: 4.2 } });
  t.is(typedText(row('Джин'), { text: '12,', pack: bottles }), '12,');
  t.is(typedText(inCases, { text: '12', pack: bottles }), '2');
  t.is(typedText(row('Лайм', { pack: null }), { text: '3', pack: bottles }), '2,1');
  t.is(typedText(inCases, { text: 'дюжину', pack: bottles }), 'дюжину');
  t.is(typedText(inCases, undefined), undefined);
});

test('the text of an order has amounts in packs with what is in them, and no prices', (t) => {
  const beer = row('Пиво', { pack: { unit: 'кор', size: 12 }, packs: 2, cost: null });
  const chosen = [
    { row: row('Джин'), quantity: 8.4 },
    { row: { ...beer, item: { ...beer.item, unit: 'шт' as const, article: '17' } }, quantity: 24 },
  ];
  t.is(orderText(chosen, 'Заказ'), 'Заказ\n\nДжин — 12 бут.\nПиво (арт. 17) — 2 кор (24 шт)');
  t.is(worthOf(chosen), 840);
  t.deepEqual(linesOf(chosen)[1], { item_id: 1, quantity: 24, pack_unit: 'кор', pack_size: 12 });
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { workbookOf } from '../spreadsheets/venue.ts';
import { iikoXml, torg12Rows, updXml, waybillXml } from './documents.ts';
import { addSupplier, decided, drafted, listed, posted, upload, uploaded } from './venue.ts';

test('a file becomes a draft that changes nothing, with items that its lines may be', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин «Северный» 0,7', unit: 'шт', quantity: 1 });

  const draft = await uploaded(admin, updXml());

  t.like(draft, { status: 'draft', kind: 'upd', number: 'УТ-17', day: '2026-11-20', said_supplier: 'ООО "Ромашка"' });
  t.like(draft, { worth: 7200, supplier: null, file: 'накладная.xml', totals: { summed: { gross: 7200 } } });
  t.like(draft.rows[0], { quantity: 6, gross: 7200, price: 1000, item: null, factor: null });
  t.like(draft.rows[0]?.proposals[0], { item_id: gin.id, sure: true, confidence: 1 });
  t.is((await admin.get(`/api/items/${gin.id}`)).body.item.quantity, 1);
});

test('the same upload sent twice is one draft', async (t) => {
  const { admin } = await startTenant(t);
  const key = randomUUID();
  const send = () =>
    admin.post('/api/deliveries/upload').field('key', key).attach('file', Buffer.from(updXml()), 'а.xml');

  const [one, other] = [await send(), await send()];

  t.is(one.body.delivery.id, other.body.delivery.id);
  t.is((await listed(admin)).length, 1);
});

test('what is no delivery is refused in words, and nothing is kept', async (t) => {
  const { admin } = await startTenant(t);

  const bill = await upload(
    admin,
    '<КоммерческаяИнформация><Документ><ХозОперация>Счет на оплату</ХозОперация></Документ></КоммерческаяИнформация>',
  );
  const broken = await upload(admin, updXml().slice(0, 500));
  const without = await admin.post('/api/deliveries/upload').field('key', randomUUID());

  t.like(bill, { status: 422, body: { code: 'bill' } });
  t.regex(bill.body.error, /счёт на оплату/);
  t.like(broken, { status: 422, body: { code: 'xml_damaged' } });
  t.is(without.status, 400);
  t.deepEqual(await listed(admin), []);
});

test('a user who is no administrator sees no deliveries and no suppliers', async (t) => {
  const { user } = await startTenant(t);

  t.is((await user.get('/api/deliveries')).status, 403);
  t.is((await user.get('/api/suppliers')).status, 403);
  t.is((await upload(user, updXml())).status, 403);
});

test('a person says once what an article is, and the next file of the supplier knows it', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Наш джин', volume_ml: 700 });
  const first = await uploaded(admin, updXml());
  await decided(admin, first.id, { place: 1, item_id: gin.id });
  await posted(admin, first.id);

  const next = await uploaded(admin, updXml({ number: 'УТ-18', lines: [{ name: 'Джин другими словами' }] }));

  t.is(next.supplier?.name, 'ООО "Ромашка"');
  t.like(next.rows[0], { item: { id: gin.id, unit: 'л' }, factor: 0.7, stock_quantity: 4.2 });
});

test('what was said of a bottle is not taken for a case under the same code', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт' });
  const line = { code: '00123', name: 'Тоник', quantity: '24', unit: 'шт' };
  const first = await uploaded(admin, updXml({ lines: [line] }));
  await decided(admin, first.id, { place: 1, item_id: tonic.id });
  await posted(admin, first.id);

  const cases = await uploaded(admin, updXml({ number: 'УТ-18', lines: [{ ...line, quantity: '2', unit: 'кор' }] }));
  t.like(cases.rows[0], { item: { id: tonic.id }, factor: null, stock_quantity: null });
  await decided(admin, cases.id, { place: 1, factor: 24 });
  await posted(admin, cases.id);

  const bottles = await uploaded(admin, updXml({ number: 'УТ-19', lines: [line] }));
  t.like(bottles.rows[0], { factor: 1, stock_quantity: 24 });
  const again = await uploaded(admin, updXml({ number: 'УТ-20', lines: [{ ...line, quantity: '2', unit: 'Кор.' }] }));
  t.like(again.rows[0], { factor: 24, stock_quantity: 48 });
});

test('a bottle of another volume than the item’s waits for a person', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво светлое', volume_ml: 30_000 });
  const lines = [{ name: 'Пиво светлое, кег 50 л' }, { name: 'Пиво светлое, кег 30 л' }];
  const draft = await uploaded(admin, updXml({ lines }));

  const { rows } = await decided(admin, draft.id, { place: 1, item_id: beer.id }, { place: 2, item_id: beer.id });

  t.deepEqual(
    rows.map(({ factor }) => factor),
    [null, 30],
  );
});

const sellers: [string, object, string, string, boolean][] = [
  ['by the INN, whatever the name', { inn: '7701234567' }, 'ООО "Другое имя"', '7701234567', true],
  [
    'by the name without its form and quotes',
    {},
    'Общество с ограниченной ответственностью "РОМАШКА"',
    '7701234567',
    true,
  ],
  ['not by the name of another INN', { inn: '7709999999' }, 'ООО "Ромашка"', '7701234567', false],
];
for (const [how, fields, seller, inn, isFound] of sellers) {
  test(`a file finds its supplier ${how}`, async (t) => {
    const { admin } = await startTenant(t);
    const supplier = await addSupplier(admin, 'Ромашка', fields);

    const draft = await uploaded(admin, updXml({ seller, inn }));

    t.is(draft.supplier?.id, isFound ? supplier.id : undefined);
  });
}

test('a supplier of the same name and another INN is another one', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Наш джин', unit: 'шт' });
  for (const inn of ['7701234567', '7709876543']) {
    const draft = await uploaded(admin, updXml({ inn, lines: [{ name: 'Джин' }] }));
    await decided(admin, draft.id, { place: 1, item_id: gin.id });
    await posted(admin, draft.id);
  }

  const { suppliers } = (await admin.get('/api/suppliers')).body;

  t.deepEqual(
    suppliers.map(({ name }: { name: string }) => name),
    ['ООО "Ромашка"', 'ООО "Ромашка" (ИНН 7709876543)'],
  );
});

test('an article of another supplier is another one', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Наш джин', volume_ml: 700 });
  const first = await uploaded(admin, updXml());
  await decided(admin, first.id, { place: 1, item_id: gin.id });
  await posted(admin, first.id);

  const next = await uploaded(admin, updXml({ inn: '7709876543', seller: 'ООО "Лютик"' }));

  t.like(next.rows[0], { item: null });
});

test('bottles become litres by the item, and what is not packed by its decalitres', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво' });
  const draft = await uploaded(admin, waybillXml({ unit: 'Unpacked' }));

  const { rows } = await decided(admin, draft.id, { place: 1, item_id: beer.id });

  t.like(rows[0], { unit: 'дал', factor: 10, stock_quantity: 20 });
});

test('a case whose contents nobody has written down waits for a person', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт' });
  const supplier = await addSupplier(admin);
  const layout = { headerRow: 1, columns: { name: 'A', unit: 'B', quantity: 'C', gross: 'D' } };
  const draft = await uploaded(
    admin,
    await workbookOf({
      Лист1: [
        ['Товар', 'Ед.', 'Кол-во', 'Сумма'],
        ['Тоник', 'ящ', 2, 2400],
      ],
    }),
    {
      supplier_id: String(supplier.id),
      layout: JSON.stringify(layout),
    },
  );

  const asked = await decided(admin, draft.id, { place: 1, item_id: tonic.id });
  const refused = await admin.post(`/api/deliveries/${draft.id}/post`).send({});
  const said = await decided(admin, draft.id, { place: 1, factor: 24 });

  t.like(asked.rows[0], { factor: null, stock_quantity: null });
  t.like(refused, { status: 409, body: { code: 'lines_undecided' } });
  t.regex(refused.body.error, /«Тоник»/);
  t.like(said.rows[0], { factor: 24, stock_quantity: 48, unit_cost: 50 });
});

test('an invoice of iiko names no unit, so it is asked whether it counts bottles or litres, and the answer is remembered', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', volume_ml: 700, cost: 1000 });
  const supplier = await addSupplier(admin);
  const draft = await uploaded(admin, iikoXml(), { supplier_id: String(supplier.id) });

  const asked = await decided(admin, draft.id, { place: 1, item_id: gin.id });
  const refused = await admin.post(`/api/deliveries/${draft.id}/post`).send({});
  const bottles = await decided(admin, draft.id, { place: 1, counted_in: 'шт' });
  const litres = await decided(admin, draft.id, { place: 1, counted_in: 'л' });
  await posted(admin, draft.id);
  const next = await uploaded(admin, iikoXml([{ amount: '3' }], '10'));

  t.like(asked.rows[0], { factor: null, stock_quantity: null, counted_in: null });
  t.deepEqual(asked.rows[0]?.unit_choices, [
    { unit: 'шт', stock_quantity: 4.9, likely: false },
    { unit: 'л', stock_quantity: 7, likely: true },
  ]);
  t.like(refused, { status: 409, body: { code: 'lines_undecided' } });
  t.like(bottles.rows[0], { factor: 0.7, stock_quantity: 4.9, counted_in: 'шт' });
  t.like(litres.rows[0], { factor: 1, stock_quantity: 7, counted_in: 'л' });
  t.is((await admin.get(`/api/items/${gin.id}`)).body.item.quantity, 7);
  t.like(next.rows[0], { item: { id: gin.id }, counted_in: 'л', stock_quantity: 3 });
});

const unnamed: [string, object, object, string][] = [
  ['the price of a bottle', { unit: 'л', volume_ml: 700, cost: 1000 }, { amount: '6', sum: '4200' }, 'шт'],
  ['the price of a litre', { unit: 'шт', volume_ml: 500, cost: 500 }, { amount: '6', sum: '6000' }, 'л'],
  ['a part of a bottle', { unit: 'л', volume_ml: 700 }, { amount: '4.9' }, 'л'],
  ['a whole number', { unit: 'л', volume_ml: 700 }, { amount: '6' }, 'шт'],
  ['goods that have no bottle', { unit: 'кг' }, { amount: '6' }, 'кг'],
];
for (const [what, fields, line, likely] of unnamed) {
  test(`a quantity without a unit is probably in ${likely} by ${what}`, async (t) => {
    const { admin, createItem } = await startTenant(t);
    const item = await createItem({ name: 'Позиция', ...fields });
    const draft = await uploaded(admin, iikoXml([line]));

    const { rows } = await decided(admin, draft.id, { place: 1, item_id: item.id });

    t.deepEqual(
      rows[0]?.unit_choices.filter((choice) => choice.likely).map(({ unit }) => unit),
      [likely],
    );
  });
}

test('of a line that has come short, the price of the paper tells the probable unit, and each answer what has come', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000 });
  const lines = ['5', '0', '12'].map((came, index) => ({ code: `ЦБ-${index}`, amount: '10', came, sum: '10000' }));
  const draft = await uploaded(admin, iikoXml(lines));

  const asked = await decided(admin, draft.id, ...draft.rows.map(({ place }) => ({ place, item_id: gin.id })));

  t.deepEqual(
    asked.rows.map(({ unit_choices }) =>
      unit_choices.map(({ unit, stock_quantity, likely }) => [unit, stock_quantity, likely]),
    ),
    [
      [
        ['шт', 3.5, false],
        ['л', 5, true],
      ],
      [
        ['шт', 7, false],
        ['л', 10, true],
      ],
      [
        ['шт', 8.4, false],
        ['л', 12, true],
      ],
    ],
  );
});

test('what a paper without units counts in is remembered of the supplier’s tables and of iiko’s invoices apart', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const supplier = await addSupplier(admin);
  const gin = await createItem({ name: 'Джин', unit: 'л', volume_ml: 700 });
  const rom = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700 });
  const layout = JSON.stringify({ headerRow: 1, columns: { code: 'A', name: 'B', quantity: 'C' } });
  const ofSupplier = { supplier_id: String(supplier.id) };
  const table = async (...rows: [code: string, name: string, quantity: number][]) =>
    uploaded(admin, await workbookOf({ Лист1: [['Код', 'Товар', 'Кол-во'], ...rows] }), { ...ofSupplier, layout });
  const first = await table(['А-1', 'Джин Северный', 12]);
  await decided(admin, first.id, { place: 1, item_id: gin.id, counted_in: 'шт' });
  await posted(admin, first.id);

  const invoice = await uploaded(admin, iikoXml([{ code: 'А-1', amount: '8.4' }]), ofSupplier);
  const second = await uploaded(admin, iikoXml([{ code: 'Б-2', amount: '8.4' }], '10'), ofSupplier);
  await decided(admin, second.id, { place: 1, item_id: rom.id, counted_in: 'л' });
  await posted(admin, second.id);
  const list = await table(['А-1', 'Джин Северный', 6], ['Б-2', 'Ром Южный 0,7 л', 12], ['Б-2', 'Ром на розлив', 12]);
  const next = await uploaded(admin, iikoXml([{ code: 'Б-2', amount: '3' }], '11'), ofSupplier);

  const measuresOf = ({ rows }: typeof list) =>
    rows.map(({ item, counted_in, stock_quantity }) => [item?.id, counted_in, stock_quantity]);
  t.deepEqual(measuresOf(invoice), [[gin.id, null, null]]);
  t.deepEqual(measuresOf(list), [
    [gin.id, 'шт', 4.2],
    [rom.id, 'шт', 8.4],
    [rom.id, null, null],
  ]);
  t.deepEqual(measuresOf(next), [[rom.id, 'л', 3]]);
});

test('a table without units counts pieces of what is counted so or is called by its bottle, and is asked about the rest', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт' });
  const gin = await createItem({ name: 'Джин', volume_ml: 700 });
  const supplier = await addSupplier(admin);
  const rows = [
    ['Товар', 'Кол-во'],
    ['Тоник', 24],
    ['Джин Северный 0,7 л', 6],
    ['Джин на розлив', 30],
  ];
  const layout = JSON.stringify({ headerRow: 1, columns: { name: 'A', quantity: 'B' } });
  const fields = { supplier_id: String(supplier.id), layout };
  const draft = await uploaded(admin, await workbookOf({ Лист1: rows }), fields);

  const items = [tonic, gin, gin].map(({ id }, index) => ({ place: index + 1, item_id: id }));
  const done = await decided(admin, draft.id, ...items);

  t.deepEqual(
    done.rows.map(({ counted_in, stock_quantity }) => [counted_in, stock_quantity]),
    [
      ['шт', 24],
      ['шт', 4.2],
      [null, null],
    ],
  );
  const named = await uploaded(admin, updXml());
  const refused = await admin.put(`/api/deliveries/${named.id}/lines`).send({ lines: [{ place: 1, counted_in: 'л' }] });
  t.is(refused.status, 400, 'the document itself says it');
});

test('a unit behind a quantity is its unit, and a sum is no quantity', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт' });
  const supplier = await addSupplier(admin);
  const layout = { headerRow: 1, columns: { name: 'A', quantity: 'B', gross: 'C' } };
  const sheet = async (quantity: string) => {
    const rows = [
      ['Товар', 'Кол-во', 'Сумма'],
      ['Тоник', quantity, 2400],
    ];
    return workbookOf({ Лист1: rows });
  };
  const fields = { supplier_id: String(supplier.id), layout: JSON.stringify(layout) };

  const draft = await uploaded(admin, await sheet('2 ящ'), fields);
  const { rows } = await decided(admin, draft.id, { place: 1, item_id: tonic.id });
  t.like(rows[0], { quantity: 2, unit: 'ящ', factor: null });

  for (const quantity of ['10+2', '12*0,5', '1/2']) {
    const refused = await upload(admin, await sheet(quantity), fields, 'накладная.xlsx');
    t.is(refused.status, 422, quantity);
    t.true(refused.body.error.includes(`«${quantity}» — это не количество`), refused.body.error);
  }
});

test('the supplier of a paper is named with the form of their company in short', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const draft = await uploaded(admin, updXml({ seller: 'Общество с ограниченной ответственностью "Бар Трейд"' }));
  t.is(draft.said_supplier, 'ООО "Бар Трейд"');

  await decided(admin, draft.id, { place: 1, item_id: gin.id });
  await posted(admin, draft.id);

  const { suppliers } = (await admin.get('/api/suppliers')).body;
  t.deepEqual(
    suppliers.map(({ name }: { name: string }) => name),
    ['ООО "Бар Трейд"'],
  );
});

test('a person says how much a line named like a case brings, and a new bottle holds what its line says', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const tonic = await createItem({ name: 'Тоник', unit: 'шт' });
  const lines = [{ name: 'Тоник 0,2л*24', quantity: '2' }, { name: 'Биттер Campari 0,75л' }];
  const draft = await uploaded(admin, updXml({ lines }));

  const asked = await decided(admin, draft.id, { place: 1, item_id: tonic.id });
  const said = await decided(admin, draft.id, { place: 1, factor: 24 });

  t.like(asked.rows[0], { factor: null, stock_quantity: null });
  t.like(said.rows[0], { factor: 24, stock_quantity: 48 });
  t.deepEqual(
    said.rows.map(({ volume_ml }) => volume_ml),
    [null, 750],
  );
});

test('with another supplier a draft forgets what only the papers of the former one told, and keeps what a person has said', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const [gin, rum, beer] = [
    await createItem({ name: 'Наш джин', unit: 'шт' }),
    await createItem({ name: 'Наш ром', unit: 'шт' }),
    await createItem({ name: 'Наше пиво', unit: 'шт' }),
  ];
  const lines = [
    { name: 'Артикул первый', code: 'А1' },
    { name: 'Артикул второй', code: 'А2' },
  ];
  const first = await uploaded(admin, updXml({ lines }));
  await decided(admin, first.id, { place: 1, item_id: gin.id }, { place: 2, item_id: rum.id });
  const { supplier } = await posted(admin, first.id);
  const other = await addSupplier(admin, 'ООО «Лютик»');
  const draft = await uploaded(admin, updXml({ number: 'УТ-18', lines }));
  await decided(admin, draft.id, { place: 2, item_id: beer.id });
  const chosen = async (supplier_id: number | null) =>
    (await admin.put(`/api/deliveries/${draft.id}`).send({ supplier_id })).body.delivery.rows.map(
      ({ item }: { item: { id: number } | null }) => item?.id,
    );

  t.deepEqual(await chosen(other.id), [undefined, beer.id]);
  t.deepEqual(await chosen(supplier?.id ?? 0), [gin.id, beer.id]);
  t.deepEqual(await chosen(null), [undefined, beer.id]);
});

test('the columns of a table are chosen once per supplier', async (t) => {
  const { admin } = await startTenant(t);
  const supplier = await addSupplier(admin);
  const table = async (quantity: number) =>
    workbookOf({
      Лист1: [
        ['Товар', 'Кол-во'],
        ['Тоник', quantity],
      ],
    });
  const supplier_id = String(supplier.id);

  const unknown = (await upload(admin, await table(1), { supplier_id })).body;
  const layout = JSON.stringify({ headerRow: 1, columns: { name: 'A', quantity: 'B' } });
  await uploaded(admin, await table(2), { supplier_id, layout });
  const remembered = await uploaded(admin, await table(3), { supplier_id });

  t.is(unknown.delivery, null);
  t.deepEqual(unknown.unknown.rows[0].cells, [
    { column: 'A', text: 'Товар' },
    { column: 'B', text: 'Кол-во' },
  ]);
  t.is(remembered.rows[0]?.quantity, 3);
});

test('a ТОРГ-12 of two pages is a draft of its lines and says what does not add up', async (t) => {
  const { admin } = await startTenant(t);

  const draft = await uploaded(admin, await workbookOf({ TDSheet: torg12Rows({ total: 11_000 }) }));

  t.is(draft.rows.length, 2);
  t.like(draft.totals, { stated: { gross: 11_000 }, summed: { gross: 10_800 } });
  t.regex(draft.warnings[0] ?? '', /^Итого по документу с НДС/);
});

test('a draft is edited and deleted, a posted delivery is not', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const supplier = await addSupplier(admin);
  const [one, other] = [
    await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 1 }]),
    await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 2 }]),
  ];

  const edited = await admin.put(`/api/deliveries/${one.id}`).send({ number: ' 7 ', day: '2026-11-20' });
  const removed = await admin.delete(`/api/deliveries/${one.id}`);
  await posted(admin, other.id);

  t.like(edited.body.delivery, { number: '7', day: '2026-11-20', supplier: { id: supplier.id } });
  t.is(removed.status, 200);
  t.is((await admin.get(`/api/deliveries/${one.id}`)).status, 404);
  for (const answer of [
    await admin.delete(`/api/deliveries/${other.id}`),
    await admin.put(`/api/deliveries/${other.id}`).send({ number: '8' }),
    await admin.put(`/api/deliveries/${other.id}/lines`).send({ lines: [{ place: 1, quantity: 5 }] }),
  ]) {
    t.like(answer, { status: 409, body: { code: 'delivery_posted' } });
  }
});

test('suppliers have contacts, one name once, and go away without their deliveries', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const supplier = await addSupplier(admin, 'ООО «Ромашка»', { inn: '7701234567', phone: '+7 000' });
  const draft = await drafted(admin, supplier.id, [{ item_id: gin.id, quantity: 1 }]);

  const twice = await admin.post('/api/suppliers').send({ name: 'ооо «ромашка»' });
  const badInn = await admin.post('/api/suppliers').send({ name: 'Лютик', inn: '12' });
  const renamed = await admin.put(`/api/suppliers/${supplier.id}`).send({ name: 'Ромашка', phone: null });
  const removed = await admin.delete(`/api/suppliers/${supplier.id}`);

  t.like(twice, { status: 409, body: { code: 'supplier_exists' } });
  t.is(badInn.status, 400);
  t.like(renamed.body.supplier, { name: 'Ромашка', phone: null, inn: '7701234567', articles: 0 });
  t.is(removed.status, 200);
  t.deepEqual((await admin.get('/api/suppliers')).body.suppliers, []);
  t.is((await admin.get(`/api/deliveries/${draft.id}`)).body.delivery.supplier.name, 'Ромашка');
});

test('deliveries are listed by supplier, state and day', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', unit: 'шт' });
  const [one, other] = [await addSupplier(admin, 'Ромашка'), await addSupplier(admin, 'Лютик')];
  const line = { item_id: gin.id, quantity: 1, gross: 100 };
  const early = await drafted(admin, one.id, [line], { day: '2026-11-01' });
  const late = await drafted(admin, one.id, [line], { day: '2026-11-20' });
  const theirs = await drafted(admin, other.id, [line, line], { day: '2026-11-20' });
  await posted(admin, late.id);

  const ids = async (query: string) => (await listed(admin, query)).map(({ id }) => id);

  t.deepEqual(await ids(''), [theirs.id, late.id, early.id]);
  t.deepEqual(await ids(`supplier=${one.id}`), [late.id, early.id]);
  t.deepEqual(await ids('status=posted'), [late.id]);
  t.deepEqual(await ids('from=2026-11-02&to=2026-11-30'), [theirs.id, late.id]);
  t.like((await listed(admin))[0], { lines: 2, worth: 200 });
});

import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { updXml, waybillXml } from '../deliveries/documents.ts';
import { decided, posted, reversed, uploaded } from '../deliveries/venue.ts';
import { ALCCODE, BEER_EAN, beerMark, find, link, stamp68, stamp150 } from './marks.ts';

test('a code of Честный ЗНАК is the item of its barcode, and a case as many as it holds', async (t) => {
  const { user, createItem } = await startTenant(t);
  const beer = await createItem({
    name: 'Пиво',
    unit: 'шт',
    ean: BEER_EAN,
    codes: [{ ean: '14660185918052', pack: 12 }],
  });

  const mark = beerMark('5"<&%>a');
  t.like((await find(user, `${mark}\u001d93dGVz`)).body, {
    mark: { kind: 'gs1', mark },
    item: { id: beer.id },
    pack: 1,
  });
  t.like((await find(user, '0114660185918052215W1jSUJ')).body, { item: { id: beer.id }, pack: 12 });
  t.is((await find(user, '0104600494000737215W1jSUJ')).status, 404);
  t.is((await find(user, 'что-то другое')).status, 400);
});

test('whose stamp of 68 characters it is is asked once for its alccode, one of 150 for itself', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const vodka = await createItem({ name: 'Водка', unit: 'шт' });
  const gin = await createItem({ name: 'Джин', unit: 'шт' });

  t.like((await find(user, stamp68(1))).body, { code: 'mark_unknown' });
  t.is((await link(user, stamp68(1), vodka.id)).body.item.id, vodka.id);
  t.is((await find(user, stamp68(2))).body.item.id, vodka.id, 'all of the alccode');
  t.is((await link(user, stamp150(1), gin.id)).status, 200);
  t.is((await find(user, stamp150(1))).body.item.id, gin.id);
  t.is((await find(user, stamp150(2))).status, 404);

  await link(admin, stamp68(3), gin.id);
  t.is((await find(user, stamp68(1))).body.item.id, gin.id, 'the latest word stands');
  await admin.delete(`/api/items/${gin.id}`);
  t.is((await find(user, stamp150(1))).status, 404, 'an item that is deleted has no bottles');
  t.is((await link(user, stamp150(1), 999_999)).status, 404);
});

test('the marks of a delivery are of its lines’ items once it is posted, hundreds of them, and forgotten when it is reversed', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const vodka = await createItem({ name: 'Водка', unit: 'шт' });
  const cans = Array.from({ length: 300 }, (_, number) => beerMark(`"<&${String(number).padStart(4, '0')}`));
  const stamps = Array.from({ length: 300 }, (_, number) => stamp150(number));
  const lines = [
    { name: 'Пиво', code: 'П-1', quantity: '300', marks: cans },
    { name: 'Водка', code: 'В-1', quantity: '300', marks: [...stamps, stamps[0] as string] },
  ];
  const draft = await uploaded(admin, updXml({ lines }));
  t.is((await find(user, stamps[7] as string)).status, 404, 'not posted yet');
  await decided(admin, draft.id, { place: 1, item_id: beer.id, factor: 1 }, { place: 2, item_id: vodka.id, factor: 1 });
  await posted(admin, draft.id, { received_at: new Date().toISOString() });

  t.is((await find(user, `${cans[250]}\u001d93dGVz`)).body.item.id, beer.id);
  t.is((await find(user, stamps[299] as string)).body.item.id, vodka.id);
  t.deepEqual((await user.get('/api/marks')).body, { success: true, alccodes: [], marks: [], deliveries: [draft.id] });
  const { marks } = (await user.get(`/api/marks/deliveries/${draft.id}`)).body;
  t.is(marks.length, 300, 'a phone takes stamps alone');
  t.deepEqual(marks[0], { mark: stamps[0], itemId: vodka.id });

  await reversed(admin, draft.id);
  t.is((await find(user, stamps[7] as string)).status, 404);
  t.deepEqual((await user.get('/api/marks')).body.deliveries, []);
  t.is((await user.get(`/api/marks/deliveries/${draft.id}`)).status, 404);
});

test('a waybill of ЕГАИС tells the alccode of its stamps, so that one answer is for all of them', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин «Северный»', unit: 'шт' });
  const amc = (mark: string) => `<c:amc>${mark}</c:amc>`;
  const waybill = waybillXml()
    .replace('0000000000000000001', ALCCODE)
    .replace(amc('22N1'), amc(stamp150(1)) + amc(stamp150(2)));
  const draft = await uploaded(admin, waybill);

  await link(user, stamp150(1), gin.id);
  t.is((await find(user, stamp150(2))).body.item.id, gin.id, 'of the same alccode in a document that waits');
  t.is((await find(user, stamp68(5))).body.item.id, gin.id);
  t.deepEqual((await user.get('/api/marks')).body.alccodes, [{ alccode: ALCCODE, itemId: gin.id }]);

  const rum = await createItem({ name: 'Ром', unit: 'шт' });
  await decided(admin, draft.id, { place: 1, item_id: rum.id, factor: 1 });
  await posted(admin, draft.id, { received_at: new Date().toISOString() });
  t.is((await find(user, stamp150(2))).body.item.id, rum.id, 'the line of the bottle itself');
  t.is((await find(user, stamp150(1))).body.item.id, gin.id, 'a person has said it of this one');
});

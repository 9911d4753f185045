import { randomUUID } from 'node:crypto';
import type { AttachedCode } from '@ostatok/tenant-runtime/contract/attached-codes.endpoints.ts';
import test, { type ExecutionContext } from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const EAN = '4600494000737';
const CASE = '15901234123454';
/** The phone may read a thirteen-digit code in any of its forms. */
const OTHER = '5011013100132';

async function prepare(t: ExecutionContext) {
  const venue = await startTenant(t);
  const item = await venue.createItem({ name: 'Апероль', volume_ml: 700, quantity: 2 });
  const attach = (who: Tenant['user'], code: object, itemId = item.id) => {
    const id = randomUUID();
    return Object.assign(who.post(`/api/items/${itemId}/codes`).send({ id, ...code }), { id });
  };
  const itemNow = async () => (await venue.admin.get(`/api/items/${item.id}`)).body.item;
  const waiting = async (): Promise<AttachedCode[]> =>
    (await venue.admin.get('/api/attached-codes?state=waiting')).body.codes;
  return { ...venue, item, attach, itemNow, waiting };
}

test('a barcode that staff attach counts for its item at once, and waits for an administrator with who did it', async (t) => {
  const { user, item, attach, waiting, itemNow } = await prepare(t);

  const { status, body } = await attach(user, { ean: EAN });

  t.is(status, 200);
  t.deepEqual(body.item.codes, [{ ean: EAN, pack: 1 }]);
  const change = { id: randomUUID(), ean: EAN, delta: -0.5, source: 'scanner' };
  t.is((await user.post('/api/changes').send({ changes: [change] })).body.results[0].status, 'applied');
  t.is((await itemNow()).quantity, 1.5);
  t.like(await waiting(), {
    length: 1,
    0: {
      ean: EAN,
      pack: 1,
      item: { id: item.id, name: 'Апероль' },
      user: { name: 'Иван' },
      state: 'waiting',
      decidedBy: null,
    },
  });
});

test('sent again a barcode is attached once, and confirmed once it is the main one where there is none', async (t) => {
  const { admin, user, attach, waiting, itemNow, db } = await prepare(t);
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => attach(user, { ean: EAN, id })));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  t.is((await db('attached_codes')).length, 1);
  t.is((await itemNow()).ean, null);

  const decided = await Promise.all([1, 2].map(() => admin.post(`/api/attached-codes/${id}/confirm`)));

  t.deepEqual(
    decided.map(({ status }) => status),
    [200, 200],
  );
  t.like(await itemNow(), { ean: EAN, codes: [] });
  t.deepEqual(await waiting(), []);
  const { codes } = (await admin.get('/api/attached-codes')).body;
  t.like(codes[0], { state: 'confirmed', user: { name: 'Иван' }, decidedBy: { name: 'Анна' } });
  await attach(user, { ean: EAN, id });
  t.like(await itemNow(), { ean: EAN, codes: [] }, 'a phone that never heard the answer asks again');
});

test('a barcode taken away is nobody’s again, and what was counted by it stays', async (t) => {
  const { admin, user, createItem, attach, itemNow, waiting } = await prepare(t);
  const sent = attach(user, { ean: CASE, pack: 6 });
  await sent;
  const change = { id: randomUUID(), ean: CASE, delta: 4.2, source: 'scanner' };
  await user.post('/api/changes').send({ changes: [change] });

  t.is((await admin.delete(`/api/attached-codes/${sent.id}`)).status, 200);

  t.like(await itemNow(), { codes: [], quantity: 6.2 });
  t.deepEqual(await waiting(), []);
  t.is((await user.get(`/api/lookup/${CASE}`)).status, 404);
  t.is((await admin.post(`/api/attached-codes/${sent.id}/confirm`)).body.code, 'already_decided');
  t.is((await admin.delete(`/api/attached-codes/${sent.id}`)).status, 200);
  const right = await createItem({ name: 'Просекко' });
  t.is((await attach(user, { ean: CASE, pack: 6 }, right.id)).status, 200);
});

test('of two phones that give a barcode to two items the second is told whose it is', async (t) => {
  const { user, createItem, attach, waiting } = await prepare(t);
  const other = await createItem({ name: 'Кампари' });
  const answers = await Promise.all([attach(user, { ean: EAN }), attach(user, { ean: EAN }, other.id)]);
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  t.regex(answers.find(({ status }) => status === 409)?.body.error, /уже у позиции «(Апероль|Кампари)»/);
  t.is((await waiting()).length, 1);
  t.is((await attach(user, { ean: '4600494000738' })).status, 400, 'a wrong check digit');
});

test('staff take back their own barcode until it is confirmed, and an administrator’s needs no confirming', async (t) => {
  const { admin, user, asNewUser, attach, itemNow, waiting } = await prepare(t);
  const own = attach(user, { ean: EAN });
  await own;
  const stranger = await asNewUser('olga', 'user', 'Ольга');
  t.is((await stranger.delete(`/api/attached-codes/${own.id}`)).status, 403);
  t.is((await user.delete(`/api/attached-codes/${own.id}`)).status, 200);
  t.deepEqual((await itemNow()).codes, []);

  const kept = attach(user, { ean: OTHER });
  await kept;
  await admin.post(`/api/attached-codes/${kept.id}/confirm`);
  t.is((await user.delete(`/api/attached-codes/${kept.id}`)).body.code, 'already_decided');

  await attach(admin as Tenant['user'], { ean: EAN });
  t.deepEqual(await waiting(), []);
  t.like(await itemNow(), { ean: OTHER, codes: [{ ean: EAN, pack: 1 }] });
});

test('staff take back no barcode of theirs that an administrator has since made the main one, or given another pack', async (t) => {
  const { admin, user, item, attach, itemNow } = await prepare(t);
  const [main, pack] = [attach(user, { ean: EAN }), attach(user, { ean: CASE, pack: 6 })];
  await main;
  await pack;
  await admin.put(`/api/items/${item.id}`).send({ ean: EAN, codes: [{ ean: CASE, pack: 12 }] });

  for (const { id } of [main, pack]) {
    const { status, body } = await user.delete(`/api/attached-codes/${id}`);
    t.is(status, 409);
    t.is(body.code, 'already_decided');
  }

  t.like(await itemNow(), { ean: EAN, codes: [{ ean: CASE, pack: 12 }] });
  t.is((await admin.delete(`/api/attached-codes/${main.id}`)).status, 200);
  t.like(await itemNow(), { ean: null, codes: [{ ean: CASE, pack: 12 }] });
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { bearer, createTestApi, type TestApi, VENUE } from '../support/platform/api.ts';

let api: TestApi;
let admin: { token: string; email: string };
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

const propose = (body: object, secret = VENUE.secret) =>
  api.call.post('/internal/proposals').set('X-Tenant-Id', VENUE.id).set('Authorization', `Bearer ${secret}`).send(body);
const stored = (ean: string) => api.db('alias_proposals').where({ ean });

const jameson = {
  ean: '5011007003029',
  description: 'Виски Jameson',
  volume_ml: 700,
  weight_empty_g: 520.5,
  density_g_per_ml: 0.948,
};

test('what a venue proposes waits for an administrator, once, however often it is told', async (t) => {
  const proposal = { ...jameson, id: randomUUID(), status: 'approved', tenant_id: 'somebody' };

  const answers = await Promise.all([propose(proposal), propose(proposal)]);
  answers.push(await propose({ ...proposal, description: 'Другое' }));

  for (const { status, body } of answers) t.deepEqual([status, body], [200, { success: true, stored: true }]);
  const rows = await stored(jameson.ean);
  t.is(rows.length, 1);
  t.like(rows[0], {
    tenant_id: VENUE.id,
    key: proposal.id,
    status: 'pending',
    description: 'Виски Jameson',
    volume_ml: 700,
    weight_empty_g: '520.50',
    weight_full_g: null,
  });
});

test('what a venue proposes is one line, and holds nothing that turns the writing round', async (t) => {
  const [ean, description] = ['4006381333931', 'Ром\n4006381333931 \u202eодобрено'];

  await propose({ id: randomUUID(), ean, description, brand: 'Бренд\u2028\u200b', volume_ml: 700 });

  t.like((await stored(ean))[0], { description: 'Ром 4006381333931 одобрено', brand: 'Бренд' });
});

test('an EAN-8 is stored as the catalogue keeps its codes', async (t) => {
  await propose({ id: randomUUID(), ean: '96385074', description: 'Жвачка' });
  t.is((await stored('0000096385074')).length, 1);
});

test('what the catalogue says already is not stored, anything new is', async (t) => {
  const beluga = { ean: '4600702097276', description: 'Водка «Белуга»', volume_ml: 500, weight_empty_g: 600 };
  await api.call
    .post('/api/admin/aliases')
    .set(...bearer(admin))
    .send({ ...beluga, brand: 'Белуга' });

  const same = await propose({ ...beluga, id: randomUUID(), description: 'водка белуга', category: 'Бар/Водка' });
  t.deepEqual(same.body, { success: true, stored: false });
  t.is((await stored(beluga.ean)).length, 0);

  const weighed = await propose({ ...beluga, id: randomUUID(), weight_full_g: 1076 });
  t.true(weighed.body.stored);
  t.is((await propose({ ...beluga, id: randomUUID(), weight_empty_g: 610 })).body.stored, true);
  t.is((await stored(beluga.ean)).length, 2);
});

test('what a venue has weighed is proposed as weights alone, with how often it was weighed', async (t) => {
  const finlandia = { ean: '6412700021003', description: 'Водка Finlandia', volume_ml: 700, weight_empty_g: 480 };
  await api.call
    .post('/api/admin/aliases')
    .set(...bearer(admin))
    .send(finlandia);
  const weigh = (fields: object) =>
    propose({ id: randomUUID(), ean: finlandia.ean, description: 'Финка', category: 'Бар', volume_ml: 500, ...fields });

  const same = await weigh({ weight_empty_g: 483, weighings: 2 });
  t.deepEqual(same.body, { success: true, stored: false }, 'two scales may differ by so much');
  t.true((await weigh({ weight_empty_g: 455, weight_full_g: 1120, weighings: 3 })).body.stored);

  const [{ id }] = await stored(finlandia.ean);
  const { body } = await api.call.get(`/api/admin/aliases/proposals/${id}`).set(...bearer(admin));
  t.is(body.proposal.weighings, 3);
  t.deepEqual(body.proposal.diff, [
    { field: 'weight_empty_g', current: 480, proposed: 455 },
    { field: 'weight_full_g', current: null, proposed: 1120 },
  ]);
  const approved = await api.call.post(`/api/admin/aliases/proposals/${id}/approve`).set(...bearer(admin));
  t.like(approved.body.alias, { ...finlandia, weight_empty_g: 455, weight_full_g: 1120 });

  const unknown = '4011100000018';
  t.true((await weigh({ ean: unknown, weight_empty_g: 455, weighings: 2 })).body.stored);
  t.like((await stored(unknown))[0], { description: 'Финка', volume_ml: 500, weighings: 2 });
  t.is((await weigh({ weighings: 0 })).status, 400);
});

test('a venue whose proposals wait in thousands is put off, and what it has told is told again', async (t) => {
  const tenant = 'tflooding01';
  const row = { tenant_id: tenant, ean: '4600000000992', description: 'Ром', search_key: 'rom', status: 'pending' };
  const sent = randomUUID();
  const rows = Array.from({ length: 1999 }, () => ({ ...row, key: randomUUID() }));
  await api.db.batchInsert('alias_proposals', rows);
  const { take } = api.administration.proposals;
  const proposal = { ean: row.ean, description: 'Ром' };
  t.true((await take(tenant, { id: sent, ...proposal })).stored);

  await t.throwsAsync(take(tenant, { id: randomUUID(), ...proposal }), { code: 'too_many' });

  t.is(Number((await api.db('alias_proposals').where({ tenant_id: tenant }).count())[0]?.count), 2000);
  t.true((await take(tenant, { id: sent, ...proposal })).stored);
  t.true((await take('tquiet00001', { id: randomUUID(), ...proposal })).stored);
  await api.db('alias_proposals').where({ tenant_id: tenant, key: sent }).update({ status: 'rejected' });
  t.true((await take(tenant, { id: randomUUID(), ...proposal })).stored);
  await api.db('alias_proposals').whereIn('tenant_id', [tenant, 'tquiet00001']).delete();
});

test('nonsense is refused field by field, and a stranger is told nothing', async (t) => {
  const id = randomUUID();
  const refused = async (fields: object): Promise<string[]> => {
    const { status, body } = await propose({ ...jameson, id, ...fields });
    t.is(status, 400);
    return Object.keys(body.errors);
  };
  t.deepEqual(await refused({ id: 'x' }), ['id']);
  t.deepEqual(await refused({ ean: '15400141288763' }), ['ean']);
  t.deepEqual(await refused({ description: '' }), ['description']);
  t.deepEqual(await refused({ weight_empty_g: -1 }), ['weight_empty_g']);
  t.deepEqual(await refused({ weight_full_g: 100 }), ['_']);
  t.is((await propose({ ...jameson, id }, 'another-secret')).status, 401);
  t.is((await api.call.post('/internal/proposals').send({ ...jameson, id })).status, 401);
});

const call = (method: 'get' | 'post' | 'put', path: string, body?: object) =>
  api.call[method](`/api/admin/aliases/proposals${path}`)
    .set(...bearer(admin))
    .send(body);
const pendingOf = async (ean: string) => (await call('get', `?search=${ean}`)).body.data;
/** Proposes as another tenant would. */
const proposeAs = async (tenant: string, body: { ean: string; description: string; weight_empty_g?: number }) => {
  await api.administration.proposals.take(tenant, { id: randomUUID(), ...body });
};

test.serial('an administrator sees what would change, how many venues agree, and approves just that', async (t) => {
  const ean = '4600000000053';
  const known = { ean, description: 'Коньяк', brand: 'Марка', category: 'Коньяк', volume_ml: 500 };
  await api.call
    .post('/api/admin/aliases')
    .set(...bearer(admin))
    .send(known);
  const fields = { ean, description: 'коньяк', category: 'Бар/Крепкое', weight_empty_g: 500, weight_full_g: 980 };
  await propose({ id: randomUUID(), ...fields });
  for (const [tenant, weight_empty_g] of [
    ['other', 503],
    ['third', 496],
    ['fourth', 520],
    ['other', 501],
  ] as const)
    await proposeAs(tenant, { ean, description: 'Коньяк', weight_empty_g });
  await proposeAs('refused', { ean, description: 'Коньяк', weight_empty_g: 500 });
  const refused = (await pendingOf(ean)).find((row: { tenant_id: string }) => row.tenant_id === 'refused');
  await call('post', `/${refused.id}/reject`);

  const rows = await pendingOf(ean);
  const mine = rows.find((row: { tenant_id: string }) => row.tenant_id === VENUE.id);
  t.is(rows.length, 5);
  t.like(mine, { status: 'pending', agreeing: 3, tenant_name: null, current: { brand: 'Марка' } });
  t.deepEqual(mine.diff, [
    { field: 'weight_empty_g', current: null, proposed: 500 },
    { field: 'weight_full_g', current: null, proposed: 980 },
  ]);
  const before = (await call('get', '/counts')).body.counts;

  const races = await Promise.all([1, 2, 3].map(() => call('post', `/${mine.id}/approve`)));
  const late = await call('post', `/${mine.id}/reject`);

  t.deepEqual(races.map(({ status }) => status).sort(), [200, 409, 409]);
  t.deepEqual([late.status, late.body.code], [409, 'already_decided']);
  const { alias, proposal } = races.find(({ status }) => status === 200)?.body ?? {};
  t.like(alias, { ...known, description: 'коньяк', weight_empty_g: 500, weight_full_g: 980 });
  t.like(proposal, { id: mine.id, status: 'approved', decided_by: admin.email, diff: [] });
  const [revision] = (await api.call.get(`/api/admin/aliases/${alias.id}/history`).set(...bearer(admin))).body.data;
  t.like(revision, { action: 'proposal', proposal_id: mine.id, actor: admin.email, revision: alias.revision });
  t.is((await call('get', '/counts')).body.counts.approved, before.approved + 1);
  t.is((await api.db('activity').where({ target: `proposal:${mine.id}` })).length, 1);
});

test('a proposal of an unknown bottle makes it, edited or rejected with a reason', async (t) => {
  const ean = '4600000000060';
  await proposeAs('gone', { ean, description: 'Ликёр «Шеридан»', weight_empty_g: 600 });
  const [found] = (await call('get', '?search=sheridan&tenant_id=gone')).body.data;
  t.like(found, { ean, current: null });
  const impossible = await call('put', `/${found.id}/edit-and-approve`, { editedData: { weight_full_g: 500 } });
  t.deepEqual([impossible.status, impossible.body.error], [400, 'Полная бутылка тяжелее пустой']);
  t.is((await call('put', `/${found.id}/edit-and-approve`, {})).status, 400);
  t.is((await call('put', `/${found.id}/edit-and-approve`, { editedData: { ean: '123' } })).status, 400);

  const edited = await call('put', `/${found.id}/edit-and-approve`, {
    editedData: { brand: 'Sheridan’s', volume_ml: 700, weight_empty_g: null },
  });
  t.like(edited.body.alias, { ean, brand: 'Sheridan’s', description: 'Ликёр «Шеридан»', weight_empty_g: null });

  await proposeAs('gone', { ean, description: 'Ликёр', weight_empty_g: 9 });
  const [second] = await pendingOf(ean);
  const rejected = await call('post', `/${second.id}/reject`, { reason: 'Слишком легко' });
  t.like(rejected.body.proposal, { status: 'rejected', reason: 'Слишком легко', decided_by: admin.email });
  t.deepEqual(await pendingOf(ean), []);
  t.is((await call('get', `?search=${ean}&status=all`)).body.pagination.total, 2);
  t.is((await call('get', `?filter={"id":[${found.id},${second.id}]}`)).body.data.length, 2);
  const ofGone = async (order: string): Promise<number[]> => {
    const { body } = await call(
      'get',
      `?tenant_id=gone&status=all&sortBy=description&sortOrder=${order}&page=1&limit=2`,
    );
    return body.data.map(({ id }: { id: number }) => id);
  };
  t.deepEqual(await ofGone('asc'), [second.id, found.id]);
  t.deepEqual(await ofGone('desc'), [found.id, second.id]);
  t.is((await call('get', '?status=perhaps')).status, 400);
  t.is((await call('post', '/999999/approve')).status, 404);
  t.is((await call('post', `/${second.id}/reject`, { reason: 7 })).status, 400);
});

test.serial(
  'a decision is taken back: the proposal waits again, and the catalogue is what it was before',
  async (t) => {
    const ean = '4600000000077';
    const aliasOf = async () =>
      (await api.call.get(`/api/admin/aliases?search=${ean}`).set(...bearer(admin))).body.data[0];
    await proposeAs('back', { ean, description: 'Ром «Крак»', weight_empty_g: 610 });
    const [{ id }] = await pendingOf(ean);
    t.deepEqual((await call('post', `/${id}/reopen`)).body.code, 'not_decided');

    await call('post', `/${id}/approve`);
    t.like(await aliasOf(), { description: 'Ром «Крак»', weight_empty_g: 610 });
    const reopened = await call('post', `/${id}/reopen`);

    t.like(reopened.body.proposal, { id, status: 'pending', decided_by: null });
    t.is(await aliasOf(), undefined, 'the bottle that it had made is gone');
    t.is((await pendingOf(ean)).length, 1);

    await call('post', `/${id}/approve`);
    const made = await aliasOf();
    await api.call
      .put(`/api/admin/aliases/${made.id}`)
      .set(...bearer(admin))
      .send({ ean, description: 'Ром «Крак»', brand: 'Kraken' });
    const late = await call('post', `/${id}/reopen`);
    t.deepEqual([late.status, late.body.code], [409, 'alias_changed']);
    t.like(await aliasOf(), { brand: 'Kraken' });
  },
);

test.serial('proposals are found by the name of their venue', async (t) => {
  const ean = '4600000000084';
  await proposeAs('named', { ean, description: 'Абсент', weight_empty_g: 500 });
  const found = async (tenant: string): Promise<string[]> =>
    (await call('get', `?tenant=${encodeURIComponent(tenant)}`)).body.data.map((row: { ean: string }) => row.ean);

  t.deepEqual(await found('named'), [ean]);
  t.deepEqual(await found('такого нет'), []);
});

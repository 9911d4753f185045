import { randomUUID } from 'node:crypto';
import test from 'ava';
import { bearer, createTestApi, type TestApi, VENUE } from '../support/api.ts';

let api: TestApi;
let admin: { token: string };
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

import type { SentAlias } from '@ostatok/tenant-runtime/contract/internal.ts';
import test from 'ava';
import { until } from '../support/run/until.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const [RUM, GIN, CASE, SMALL] = ['4006381333931', '5011007003005', '4600702097276', '96385074'] as const;

const alias = (ean: string, fields: Partial<SentAlias> = {}): SentAlias => ({
  ean,
  volume_ml: null,
  weight_empty_g: null,
  weight_full_g: null,
  density_g_per_ml: null,
  ...fields,
});

const send = (tenant: Tenant, aliases: SentAlias[]) => tenant.platform.post('/internal/aliases').send({ aliases });

const add = async (tenant: Tenant, fields: object): Promise<number> =>
  (await tenant.createItem({ name: `Бутылка ${JSON.stringify(fields)}`, ...fields })).id;

const itemOf = async (tenant: Tenant, id: number) => (await tenant.admin.get(`/api/items/${id}`)).body.item;

test('an item learns of its bottle what it does not know, and keeps what people typed', async (t) => {
  const tenant = await startTenant(t);
  const id = await add(tenant, { ean: RUM, category: 'Ром', quantity: 2.5, weight_empty_g: 480 });
  const before = await itemOf(tenant, id);

  const answer = await send(tenant, [
    alias(RUM, { volume_ml: 700, weight_empty_g: 512.34, weight_full_g: 1201.26, density_g_per_ml: 0.9512 }),
    alias(GIN, { volume_ml: 500 }),
  ]);
  const after = await itemOf(tenant, id);

  t.deepEqual(answer.body, { success: true, used: 1, updated: 1 });
  t.true(after.updated_at > before.updated_at);
  t.deepEqual(
    { ...after, updated_at: '' },
    { ...before, updated_at: '', volume_ml: 700, weight_full_g: 1201.3, density_g_per_ml: 0.9512 },
  );
});

test('what the catalogue wrote follows it; what people wrote since stays', async (t) => {
  const tenant = await startTenant(t);
  const [followed, measured] = [await add(tenant, { ean: RUM }), await add(tenant, { ean: GIN })];
  await send(tenant, [alias(RUM, { weight_full_g: 1200 }), alias(GIN, { weight_full_g: 1300 })]);
  await tenant.admin.put(`/api/items/${measured}`).send({ weight_full_g: 1310 });

  const answer = await send(tenant, [alias(RUM, { weight_full_g: 1205 }), alias(GIN, { weight_full_g: 1305 })]);

  t.like(answer.body, { used: 2, updated: 1 });
  t.is((await itemOf(tenant, followed)).weight_full_g, 1205);
  t.is((await itemOf(tenant, measured)).weight_full_g, 1310);
});

test('what the catalogue no longer knows it takes back, from nobody else', async (t) => {
  const tenant = await startTenant(t);
  const [given, typed] = [await add(tenant, { ean: RUM }), await add(tenant, { ean: GIN, volume_ml: 700 })];
  await send(tenant, [alias(RUM, { volume_ml: 700, weight_empty_g: 400 })]);

  const answer = await send(tenant, [alias(RUM, { weight_empty_g: 400 }), alias(GIN)]);

  t.like(answer.body, { used: 2, updated: 1 });
  t.like(await itemOf(tenant, given), { volume_ml: null, weight_empty_g: 400 });
  t.is((await itemOf(tenant, typed)).volume_ml, 700);
});

test('further barcodes count after the main one, in any order of sending; a case tells nothing of its bottle', async (t) => {
  const tenant = await startTenant(t);
  const codes = [{ ean: GIN }, { ean: CASE, pack: 12 }];
  const [first, second] = [await add(tenant, { ean: RUM, codes }), await add(tenant, { ean: SMALL })];
  const further = alias(GIN, { volume_ml: 500, weight_empty_g: 300 });

  await send(tenant, [alias(CASE, { volume_ml: 8400, weight_full_g: 15_000 }), further]);
  const filled = await itemOf(tenant, first);
  await send(tenant, [alias(RUM, { volume_ml: 700 })]);
  await send(tenant, [{ ...further, volume_ml: 505, weight_empty_g: 305 }]);
  const after = await itemOf(tenant, first);

  t.like(filled, { volume_ml: 500, weight_empty_g: 300, weight_full_g: null });
  t.like(after, { volume_ml: 700, weight_empty_g: 305 });
  t.is((await itemOf(tenant, second)).volume_ml, null);
});

test('a product’s other codes go to one item, as many as it may have, and those that came by a match go with it', async (t) => {
  const tenant = await startTenant(t);
  const id = await add(tenant, {});
  const codesOf = async () =>
    (await itemOf(tenant, id)).codes.map(({ ean, pack }: { ean: string; pack: number }) => [ean, pack]);
  const match = (ean: string) =>
    tenant.platform.post('/internal/matches').send({ matches: [{ id, ean }], aliases: [alias(ean)] });
  const give = async (ean: string, codes: { ean: string; pack: number }[]) => {
    const { rows } = await tenant.db.raw('select coded from take_product_codes(?::jsonb, false)', [
      JSON.stringify([{ ean, codes }]),
    ]);
    return rows[0].coded;
  };
  await match(RUM);
  t.deepEqual(await give(RUM, [{ ean: CASE, pack: 12 }]), [id]);
  t.deepEqual(await give(RUM, [{ ean: CASE, pack: 12 }]), [], 'once');
  t.deepEqual(await codesOf(), [[CASE, 12]]);

  await tenant.platform.post('/internal/matches/undo').send({ ids: [id] });
  t.deepEqual(await codesOf(), []);
  await match(RUM);
  t.deepEqual(await give(RUM, [{ ean: CASE, pack: 6 }]), [id], 'a match that is made again gives them again');
  t.deepEqual(await codesOf(), [[CASE, 6]]);

  const many = Array.from({ length: 25 }, (_, index) => ({ ean: `1000000000${index + 100}`, pack: 2 }));
  t.deepEqual(await give(RUM, many), [id]);
  t.is((await codesOf()).length, 20);
});

test('weights that cannot be are left alone', async (t) => {
  const tenant = await startTenant(t);
  const [heavy, odd] = [await add(tenant, { ean: RUM, weight_empty_g: 600 }), await add(tenant, { ean: GIN })];

  const answer = await send(tenant, [
    alias(RUM, { weight_full_g: 590, volume_ml: 50 }),
    alias(GIN, { weight_empty_g: 0, volume_ml: 0, density_g_per_ml: 4 }),
  ]);

  t.like(answer.body, { used: 2, updated: 1 });
  t.like(await itemOf(tenant, heavy), { weight_empty_g: 600, weight_full_g: null, volume_ml: 50 });
  t.like(await itemOf(tenant, odd), { weight_empty_g: null, volume_ml: null, density_g_per_ml: null });
});

test('nothing is written where nothing differs or nobody uses the bottle', async (t) => {
  const tenant = await startTenant(t);
  const id = await add(tenant, { ean: RUM });
  const aliases = [alias(RUM, { volume_ml: 700 })];
  await add(tenant, { ean: SMALL, volume_ml: 700 });
  await send(tenant, aliases);
  const rows = () => tenant.db('items').select('id', 'updated_at', tenant.db.raw('xmin::text, xmax::text'));
  const before = await rows();

  const again = await send(tenant, aliases);
  const unused = await send(tenant, [alias(GIN, { volume_ml: 500 })]);
  const known = await send(tenant, [alias(SMALL, { volume_ml: 500 })]);
  const after = await rows();
  await tenant.admin.delete(`/api/items/${id}`);
  const gone = await send(tenant, [alias(RUM, { volume_ml: 750 })]);

  t.deepEqual(after, before);
  t.like(known.body, { used: 1, updated: 0 });
  t.like(again.body, { used: 1, updated: 0 });
  t.like(unused.body, { used: 0, updated: 0 });
  t.like(gone.body, { used: 0, updated: 0 });
});

test('open panels hear of it, and the bot measures by the new volume at once', async (t) => {
  const tenant = await startTenant(t);
  const id = await add(tenant, { ean: RUM, name: 'Гавана' });
  await tenant.app.services.names.current();
  const received: number[] = [];
  const socket = await tenant.socket(tenant.user.token);
  socket.on('items:changed', ({ items }) => received.push(...items.map((item) => item.volume_ml ?? 0)));

  await send(tenant, [alias(RUM, { volume_ml: 700 })]);

  await until(() => received.includes(700), 'the panel hears');
  t.like((await tenant.app.services.names.current()).search('Гавана')[0], { id, volumeMl: 700 });
});

test('only the platform may send, and only what is well formed', async (t) => {
  const tenant = await startTenant(t);

  const nobody = await tenant.anonymous.post('/internal/aliases').send({ aliases: [] });
  const administrator = await tenant.admin.post('/internal/aliases').send({ aliases: [] });
  const wrong = await tenant.platform.post('/internal/aliases').send({ aliases: [{ ean: RUM }] });

  t.deepEqual([nobody.status, administrator.status, wrong.status], [401, 401, 400]);
});

import test from 'ava';
import { gtinOf } from '../support/admin-pages/admin-bottles.ts';
import { bearer, createTestApi, type TestApi, until } from '../support/platform/api.ts';

let api: TestApi;
let admin: { token: string; email: string; id: number };
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object) =>
  api.call[method](`/api/admin/aliases${path}`)
    .set(...bearer(admin))
    .send(body);
const history = async (path: string) => (await call('get', path)).body;
const aliasOf = async (body: object) => {
  const added = await call('post', '', body);
  return added.body.alias;
};
const beluga = { ean: '4600702097276', brand: 'Белуга', description: 'Водка «Белуга» 0,5 л', volume_ml: 500 };

test.serial('every change is told with what was before and after, by whom, the newest first', async (t) => {
  const alias = await aliasOf(beluga);
  const weighed = await call('put', `/${alias.id}`, { ...beluga, weight_empty_g: 600.129 });
  const same = await call('put', `/${alias.id}`, { ...beluga, weight_empty_g: 600.13 });
  const removed = await call('delete', `/${alias.id}`);

  const { data, pagination } = await history(`/${alias.id}/history`);

  t.is(weighed.body.alias.weight_empty_g, 600.13);
  t.is(same.body.alias.revision, weighed.body.alias.revision);
  t.is(removed.status, 200);
  t.is(pagination.total, 3);
  t.deepEqual(
    data.map((entry: { action: string }) => entry.action),
    ['deleted', 'updated', 'created'],
  );
  const [gone, changed, created] = data;
  t.like(created, { before: null, actor: admin.email, ean: beluga.ean, revision: alias.revision, proposal_id: null });
  t.like(created.after, { ...beluga, weight_empty_g: null });
  t.like(changed.before, { weight_empty_g: null });
  t.like(changed.after, { weight_empty_g: 600.13, brand: 'Белуга' });
  t.deepEqual(gone.before, changed.after);
  t.is(gone.after, null);
  t.true(gone.revision > changed.revision && changed.revision > created.revision);
  const acts = await api
    .db('activity')
    .where({ target: `alias:${alias.id}` })
    .orderBy('id')
    .pluck('action');
  t.deepEqual(acts, ['alias.created', 'alias.updated', 'alias.deleted']);
});

test.serial('a deleted alias comes back under its number, and a return can be returned from', async (t) => {
  const whole = await history('/history?sort=["revision","DESC"]');
  const [gone, changed, created] = whole.data;
  const revert = (revision: number) => call('post', `/revisions/${revision}/revert`);

  const back = await revert(created.revision);
  t.like(back.body.alias, { id: created.alias_id, ...beluga, weight_empty_g: null, revision: back.body.revision });
  const again = await revert(created.revision);
  t.is(again.body.revision, back.body.revision);
  const weighed = await revert(changed.revision);
  t.is(weighed.body.alias.weight_empty_g, 600.13);
  const undone = await revert(back.body.revision);
  t.is(undone.body.alias.weight_empty_g, null);
  const nothing = await revert(gone.revision);
  t.deepEqual([nothing.status, nothing.body.alias], [200, null]);
  t.is((await call('get', `/${created.alias_id}`)).status, 404);

  const all = await history(`/${created.alias_id}/history`);
  t.deepEqual(
    all.data.slice(0, 4).map((entry: { action: string }) => entry.action),
    ['reverted', 'reverted', 'reverted', 'reverted'],
  );
  t.is(all.data[0].revision, nothing.body.revision);
  t.is((await history('/history?action=reverted')).pagination.total, 4);
  const made = (await history('/history?action=created')).data;
  t.deepEqual([...new Set(made.map((entry: { action: string }) => entry.action))], ['created']);
  const ordered = (await history('/history?sort=["revision","ASC"]&range=[0,99]')).data;
  for (const [from, to] of [
    [0, 2],
    [ordered.length - 3, ordered.length - 2],
    [ordered.length - 2, ordered.length + 7],
  ] as const) {
    const page = await history(`/history?sort=["revision","ASC"]&range=[${from},${to}]`);
    t.deepEqual(page.data, ordered.slice(from, to + 1), `${from}-${to}`);
  }
  t.is((await revert(created.revision)).status, 200);
});

test.serial('a code that another alias took meanwhile is not taken from it', async (t) => {
  const first = await aliasOf({ ean: '4006381333931', description: 'Первый' });
  await call('delete', `/${first.id}`);
  const second = await aliasOf({ ean: '4006381333931', description: 'Второй' });

  const refused = await call('post', `/revisions/${first.revision}/revert`);

  t.deepEqual([refused.status, refused.body.code], [409, 'ean_taken']);
  t.is((await call('get', `/${first.id}`)).status, 404);
  t.is((await call('get', `/${second.id}`)).body.alias.description, 'Второй');
  t.is((await call('post', '/revisions/999999/revert')).status, 404);
  t.is((await call('post', '/revisions/abc/revert')).status, 404);
});

test.serial(
  'of two edits that began from the same state the second is told so; without a revision the last wins',
  async (t) => {
    const alias = await aliasOf({ ean: '96385074', description: 'Жвачка', brand: 'Марка' });
    const edit = (body: object) => call('put', `/${alias.id}`, { ean: alias.ean, description: 'Жвачка', ...body });

    const both = await Promise.all([
      edit({ brand: 'Одна', revision: alias.revision }),
      edit({ brand: 'Другая', revision: alias.revision }),
    ]);
    const kept = await edit({ description: 'Жвачка мятная' });
    const partial = await edit({ weight_empty_g: 5 });
    const impossible = await edit({ weight_full_g: 5 });

    t.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    t.is(both.find(({ status }) => status === 409)?.body.code, 'alias_changed');
    const winner = both.find(({ status }) => status === 200)?.body.alias.brand;
    t.is(kept.body.alias.brand, winner);
    t.is(partial.body.alias.weight_empty_g, 5);
    t.deepEqual([impossible.status, impossible.body.error], [400, 'Полная бутылка тяжелее пустой']);
    t.is((await history(`/${alias.id}/history`)).pagination.total, 4);
  },
);

test.serial('many at once: revisions grow without a gap between what is seen', async (t) => {
  const from = await api.administration.catalogue.latestRevision();
  const codes = ['4600000000008', '4600000000015', '4600000000022', '4600000000039', '4600000000046'];
  await Promise.all(codes.map((ean) => aliasOf({ ean, description: 'Сразу' })));
  const gone = (await call('get', `?search=${codes[0]}`)).body.data[0];
  await call('delete', `/${gone.id}`);

  const changes = await api.administration.catalogue.changedSince(from, 100);
  const firsts = await api.administration.catalogue.changedSince(from, 2);

  t.is(changes.length, 5);
  t.deepEqual(firsts, changes.slice(0, 2));
  t.like(changes.at(-1), { ean: codes[0], alias_id: gone.id, alias: null });
  const numbers = changes.map(({ revision }) => revision);
  t.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  t.is(numbers.at(-1), await api.administration.catalogue.latestRevision());
});

test.serial('an import writes all its rows or none, and is taken back but for what was changed since', async (t) => {
  const { catalogue } = api.administration;
  const known = await aliasOf({ ean: '5000000000005', description: 'Был', brand: 'Марка' });
  const total = (await call('get', '')).body.pagination.total;
  const rows = [
    { ean: '5000000000005', description: 'Стал' },
    { ean: '5000000000012', description: 'Новый', weight_empty_g: 400 },
    { ean: '5000000000029', description: 'Ещё' },
    { ean: '5000000000029', description: 'Ещё', brand: 'Последний' },
  ];
  await t.throwsAsync(
    catalogue.importRows(
      [...rows, { ean: '5000000000036', description: 'x', weight_empty_g: 5, weight_full_g: 1 }],
      admin.id,
    ),
  );
  t.is((await call('get', '')).body.pagination.total, total);

  const done = await catalogue.importRows(rows, admin.id);
  const again = await catalogue.importRows(rows, admin.id);

  t.like(done, { created: 2, updated: 1, unchanged: 0 });
  t.like(again, { created: 0, updated: 0, unchanged: 3 });
  t.like((await call('get', `/${known.id}`)).body.alias, { description: 'Стал', brand: 'Марка' });
  const [last] = (await call('get', '?search=5000000000029')).body.data;
  t.is(last.brand, 'Последний');
  await call('put', `/${last.id}`, { ean: last.ean, description: 'Руками' });

  t.deepEqual(await catalogue.undoImport(done.importId, admin.id), { undone: 2, kept: 1 });
  t.is((await call('get', `/${known.id}`)).body.alias.description, 'Был');
  t.is((await call('get', '?search=5000000000012')).body.pagination.total, 0);
  t.is((await call('get', `/${last.id}`)).body.alias.description, 'Руками');
  await t.throwsAsync(catalogue.undoImport(done.importId, admin.id), { message: 'Эта загрузка уже отменена' });
});

test.serial('a large import is taken back a batch at a time, all of it or nothing', async (t) => {
  const { catalogue } = api.administration;
  // above the codes of other tests
  const codeOf = (index: number): string => gtinOf(1000 + index);
  const rows = Array.from({ length: 11_000 }, (_, index) => ({
    ean: codeOf(index),
    description: `Бутылка № ${index}`,
    volume_ml: 700,
  }));
  const before = (await call('get', '')).body.pagination.total;
  const { importId } = await catalogue.importRows(rows, admin.id);
  let most = 0;
  const count = (response: { rows?: object[] }): void => {
    most = Math.max(most, response.rows?.length ?? 0);
  };
  api.db.on('query-response', count);
  t.teardown(() => api.db.off('query-response', count));
  // the last of them cannot be deleted
  await api.db.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$`);
  await api.db.raw(
    `create trigger refusing before delete on aliases for each row when (old.ean = '${codeOf(10_999)}') execute function refuse()`,
  );
  await t.throwsAsync(catalogue.undoImport(importId, admin.id), { message: /not today/ });
  t.is((await call('get', '')).body.pagination.total, before + rows.length);
  await api.db.raw('drop trigger refusing on aliases');

  t.deepEqual(await catalogue.undoImport(importId, admin.id), { undone: rows.length, kept: 0 });

  t.is((await call('get', '')).body.pagination.total, before);
  t.true(most > 0 && most <= 5000, `${most} rows at once`);
});

test.serial(
  'who writes waits for whoever writes, so that a later change is never seen before an earlier one',
  async (t) => {
    const { writer } = api.administration.catalogue;
    const after = { ...beluga, ean: gtinOf(901), subcategory: null, category: null, weight_empty_g: null };
    const rest = { weight_full_g: null, density_g_per_ml: null, alcohol_percent: null, manufacturer: null };
    const written = Promise.withResolvers<number>();
    const goOn = Promise.withResolvers<void>();
    const first = writer.alone(async (trx) => {
      const fields = { ...after, ...rest, country_origin: null, product_id: null, pack: 1 };
      written.resolve((await writer.put(trx, { after: fields }, { action: 'created', actorId: null })).revision);
      await goOn.promise;
    });
    const earlier = await written.promise;

    let done = false;
    const second = call('post', '', { ...beluga, ean: gtinOf(902) }).then((reply) => {
      done = true;
      return reply;
    });
    await until('the second waits, or is done before the first', async () => {
      const { rows } = await api.db.raw(
        `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
      );
      return done || rows[0].waiting === 1;
    });

    const isEarly = done;
    goOn.resolve();
    await first;

    t.false(isEarly);
    t.true((await second).body.alias.revision > earlier);
  },
);

import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { createOperations } from '@ostatok/api/src/operations/operations.service.ts';
import { settleItem } from '@ostatok/api/src/operations/runs.queries.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { bearer, createTestApi, DAY, type TestApi, until } from '../support/api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signUp']>>;

/** The work of the next items of a key; set by a test. */
const acts = new Map<string, (attempt: number) => Promise<object>>();
const finished: string[] = [];

test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
  const { operations } = api.administration;
  const run = async ({ key, attempt }: { key: string; attempt: number }): Promise<object> =>
    (await acts.get(key)?.(attempt)) ?? {};
  operations.define('cleanup', { concurrency: 2, run });
  operations.define('backup', { concurrency: 1, maxAttempts: 3, run });
  operations.define('update_all', { concurrency: 4, firstAlone: true, stopAfterFailures: 3, run });
  operations.define('diagnostics', {
    concurrency: 4,
    run,
    async finish({ id, total, done, failed, skipped }) {
      finished.push(id);
      return { message: 'Проверено', result: { total, done, failed, skipped } };
    },
  });
});
test.after.always(() => api.close());

const { randomUUID } = await import('node:crypto');
const keysOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

function start(kind: Operation['kind'], keys: string[], unique?: string): Promise<Operation> {
  const items = keys.map((key, index) => ({ key, label: `Часть ${index + 1}`, payload: { index } }));
  return api.db.transaction((trx) =>
    api.administration.operations.start(trx, { kind, title: 'Проба', startedBy: admin.id, items, unique }),
  );
}

const ended = (id: string): Promise<Operation> => api.administration.operations.waitFor(id, 120_000);

async function itemsOf(id: string): Promise<OperationItem[]> {
  const answer = await api.call.get(`/api/admin/operations/${id}/items`).set(...bearer(admin));
  return answer.body.items;
}

const steer = (id: string, act: string) => api.call.post(`/api/admin/operations/${id}/${act}`).set(...bearer(admin));

/** A promise that waits until the test opens it. */
function gate(): { open: () => void; entered: Promise<void>; pass: () => Promise<object> } {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<object>();
  return {
    open: () => opened.resolve({}),
    entered: entered.promise,
    pass: () => {
      entered.resolve();
      return opened.promise;
    },
  };
}

test('each item is done, left out or fails by itself, and the end tells of all', async (t) => {
  const [good = '', idle = '', bad = ''] = keysOf(3);
  acts.set(good, async () => ({ message: 'Готово', result: { seen: 3 } }));
  acts.set(idle, async () => ({ status: 'skipped', message: 'Нечего делать' }));
  acts.set(bad, async () => {
    throw new Error('secret detail');
  });

  const { id, status } = await start('diagnostics', [good, idle, bad]);
  const operation = await ended(id);
  const items = await itemsOf(id);

  t.is(status, 'queued');
  t.like(operation, { kind: 'diagnostics', status: 'done', total: 3, done: 1, skipped: 1, failed: 1 });
  t.like(operation, {
    message: 'Проверено',
    result: { total: 3, done: 1, failed: 1, skipped: 1 },
    started_by: admin.email,
  });
  t.deepEqual(
    items.map(({ ms: _, ...item }) => item),
    [
      { key: good, label: 'Часть 1', status: 'done', message: 'Готово', result: { seen: 3 } },
      { key: idle, label: 'Часть 2', status: 'skipped', message: 'Нечего делать', result: null },
      {
        key: bad,
        label: 'Часть 3',
        status: 'failed',
        message: 'Внутренняя ошибка. Подробности — в журнале платформы',
        result: null,
      },
    ],
  );
  t.is(finished.filter((one) => one === id).length, 1);
  const path = `/api/admin/operations/${id}/items?sort=["status","ASC"]`;
  const sorted = (await api.call.get(path).set(...bearer(admin))).body.items;
  t.deepEqual(
    sorted.map(({ key }: OperationItem) => key),
    [bad, good, idle],
    'sorted by state, what failed stands first',
  );
});

test('an operation that only fails has failed, one without items is done', async (t) => {
  const [bad = ''] = keysOf(1);
  acts.set(bad, () => Promise.reject(new Error('no')));

  const failed = await ended((await start('cleanup', [bad])).id);
  const empty = await ended((await start('diagnostics', [])).id);
  const [idle = '', worse = ''] = keysOf(2);
  acts.set(idle, async () => ({ status: 'skipped', message: 'Нечего делать' }));
  acts.set(worse, () => Promise.reject(new Error('no')));
  const partly = await ended((await start('diagnostics', [idle, worse])).id);

  t.is(failed.status, 'failed');
  t.like(empty, { status: 'done', total: 0 });
  t.like(partly, { status: 'done', done: 0, skipped: 1, failed: 1 });
});

test('who was believed dead and comes back late writes nothing, and what has failed is not steered any more', async (t) => {
  const { id } = await start('restore', keysOf(1));
  const items = () => api.db('operation_items').where({ operation_id: id });
  await items().update({ status: 'running', attempt: 2 });
  const [item] = await items();

  await settleItem(api.db, id, { ...item, attempt: 1 }, { status: 'done', message: 'Поздно' });

  t.like(await items().first(), { status: 'running', message: null });
  t.is((await api.administration.operations.get(id)).done, 0);
  await api.db('operations').where({ id }).update({ status: 'failed' });
  t.like(await steer(id, 'cancel'), { status: 409, body: { code: 'operation_finished' } });
});

test('of two with the same key the second is refused while the first is under way', async (t) => {
  const [first = '', second = ''] = keysOf(2);
  const held = gate();
  acts.set(first, held.pass);
  const { id } = await start('cleanup', [first], 'one');
  await held.entered;

  const refused = await t.throwsAsync(start('cleanup', [second], 'one'));
  held.open();
  await ended(id);
  const next = await start('cleanup', [second], 'one');

  t.like(refused, { status: 409, code: 'already_running' });
  t.is((await ended(next.id)).status, 'done');
});

test('canceled, what waits is left out and what is under way ends', async (t) => {
  const keys = keysOf(4);
  const gates = keys.slice(0, 2).map((key) => {
    const held = gate();
    acts.set(key, held.pass);
    return held;
  });
  const { id } = await start('cleanup', keys);
  await Promise.all(gates.map((held) => held.entered));

  const answer = await steer(id, 'cancel');
  const repeated = await steer(id, 'cancel');
  const steered = [await steer(id, 'resume'), await steer(id, 'pause')];
  for (const held of gates) held.open();
  const operation = await ended(id);

  t.like(answer.body.operation, { status: 'canceled', finished_at: null, skipped: 2 });
  t.is(repeated.status, 200);
  t.deepEqual(
    steered.map(({ status, body }) => [status, body.code]),
    Array(2).fill([409, 'operation_canceled']),
  );
  t.like(operation, { status: 'canceled', message: 'Отменено', done: 2, skipped: 2 });
  t.deepEqual(
    (await itemsOf(id)).map(({ status, message }) => `${status} ${message}`),
    ['done null', 'done null', 'skipped Отменено', 'skipped Отменено'],
  );
  t.is((await steer(id, 'resume')).body.code, 'operation_finished');
});

test('paused, nothing more is begun; resumed, the rest is done, once each', async (t) => {
  const keys = keysOf(3);
  const [first = '', ...rest] = keys;
  const held = gate();
  const done: string[] = [];
  acts.set(first, held.pass);
  for (const key of rest) acts.set(key, async () => ({ result: { at: done.push(key) } }));
  const { id } = await start('backup', keys);
  await held.entered;

  const paused = await steer(id, 'pause');
  held.open();
  await until('the first has ended', async () => (await itemsOf(id))[0]?.status === 'done');
  const still = await api.administration.operations.get(id);
  await steer(id, 'resume');
  const operation = await ended(id);

  t.is(paused.body.operation.status, 'paused');
  t.like(still, { status: 'paused', done: 1 });
  t.like(operation, { status: 'done', done: 3 });
  t.deepEqual(done, rest);
});

test('an item is tried as often as its kind allows', async (t) => {
  const [third = '', never = ''] = keysOf(2);
  const attempts: number[] = [];
  acts.set(third, async (attempt) => {
    attempts.push(attempt);
    if (attempt < 3) throw new Error('not yet');
    return {};
  });
  let refused = 0;
  acts.set(never, async () => {
    refused += 1;
    throw new Error('no');
  });

  const operation = await ended((await start('backup', [third, never])).id);

  t.deepEqual(attempts, [1, 2, 3]);
  t.is(refused, 3);
  t.like(operation, { done: 1, failed: 1 });
});

test('begun one after another until one succeeds, it stops after failures in a row', async (t) => {
  const keys = keysOf(6);
  let atOnce = 0;
  let most = 0;
  for (const key of keys) {
    acts.set(key, async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      throw new Error('no');
    });
  }

  const operation = await ended((await start('update_all', keys)).id);

  t.is(most, 1);
  t.like(operation, { status: 'failed', failed: 3, skipped: 3, message: 'Остановлено: 3 ошибок подряд' });
});

test('failures are in a row until something succeeds; what was left out breaks no row', async (t) => {
  const bad = (): Promise<object> => Promise.reject(new Error('no'));
  const good = async (): Promise<object> => ({});
  const idle = async (): Promise<object> => ({ status: 'skipped' });
  const outcome = async (...parts: (() => Promise<object>)[]): Promise<Operation> => {
    const keys = keysOf(parts.length);
    for (const [at, act] of parts.entries()) acts.set(keys[at] ?? '', act);
    return ended((await start('update_all', keys)).id);
  };

  const broken = await outcome(bad, bad, good, bad, bad);
  const whole = await outcome(bad, idle, bad, idle, bad, good);

  t.like(broken, { status: 'done', done: 1, failed: 4, skipped: 0 });
  t.like(whole, { status: 'failed', done: 0, failed: 3, skipped: 3 });
});

test('what fails after it was canceled is not tried again, and it stays canceled', async (t) => {
  const [again = '', never = ''] = keysOf(2);
  const held = gate();
  const attempts: number[] = [];
  acts.set(again, async (attempt) => {
    attempts.push(attempt);
    await held.pass();
    throw new Error('no');
  });
  const [good = '', ...rest] = keysOf(6);
  const gates = rest.slice(0, 4).map((key) => {
    const one = gate();
    acts.set(key, () => one.pass().then(() => Promise.reject(new Error('no'))));
    return one;
  });
  const [first, second] = [await start('backup', [again, never]), await start('update_all', [good, ...rest])];
  await Promise.all([held, ...gates].map(({ entered }) => entered));

  for (const { id } of [first, second]) await steer(id, 'cancel');
  for (const { open } of [held, ...gates]) open();

  t.like(await ended(first.id), { status: 'canceled', message: 'Отменено', done: 0, failed: 0, skipped: 2 });
  t.deepEqual(attempts, [1]);
  t.deepEqual(
    (await itemsOf(first.id)).map(({ status }) => status),
    ['skipped', 'skipped'],
  );
  t.like(await ended(second.id), { status: 'canceled', message: 'Отменено', done: 1, failed: 4, skipped: 1 });
});

test('what a dead process has left is taken up again, and what kills every process is given up', async (t) => {
  const keys = keysOf(3);
  const [once = '', deadly = '', done = ''] = keys;
  const seen: string[] = [];
  for (const key of keys) acts.set(key, async (attempt) => ({ message: `${seen.push(key) && attempt}` }));
  const { id } = await api.db.transaction(async (trx) => {
    const operation = await api.administration.operations.start(trx, {
      kind: 'cleanup',
      title: 'Прерванная работа',
      startedBy: null,
      items: keys.map((key) => ({ key, label: key })),
    });
    // the state that a process leaves when it dies
    const left = trx('operation_items').where({ operation_id: operation.id });
    await left.clone().where({ key: once }).update({ status: 'running', attempt: 1 });
    await left.clone().where({ key: deadly }).update({ status: 'running', attempt: 5 });
    await left.clone().where({ key: done }).update({ status: 'done', attempt: 1 });
    await trx('operations').where({ id: operation.id }).update({ status: 'running', done: 1 });
    return operation;
  });

  const operation = await ended(id);

  t.deepEqual(seen, [once]);
  t.like(operation, { status: 'done', done: 2, failed: 1, started_by: null });
  t.deepEqual(
    (await itemsOf(id)).map(({ status, message }) => `${status} ${message}`),
    ['done 2', 'failed Прервано 5 раз подряд', 'done null'],
  );
});

test.serial(
  'while one process runs an operation another one leaves it alone, and what a stop breaks off counts for nothing',
  async (t) => {
    const { connectionString } = api.db.client.config.connection;
    const [key = ''] = keysOf(1);
    const runs: string[] = [];
    const held = gate();
    const process = (name: string, run: (signal: AbortSignal) => Promise<object>) => {
      const db = connect(connectionString, { max: 3 });
      const operations = createOperations({
        db,
        enqueue: async () => undefined,
        tell: async () => undefined,
        activity: { record: async () => undefined },
        log: createLog('test', 'silent'),
      });
      operations.define('alias_push', {
        concurrency: 1,
        run: (_item, { signal }) => {
          runs.push(name);
          return run(signal);
        },
      });
      const stop = operations.watch();
      const leave = async (): Promise<void> => {
        await stop();
        await db.destroy();
      };
      return { operations, leave };
    };
    const broken = (signal: AbortSignal): Promise<object> =>
      held.pass().then(() => {
        throw new Error(`broken off: ${signal.aborted}`);
      });
    const first = process('first', broken);
    const { id } = await api.db.transaction((trx) =>
      first.operations.start(trx, {
        kind: 'alias_push',
        title: 'Проба',
        startedBy: null,
        items: [{ key, label: 'Часть' }],
      }),
    );
    first.operations.take(id);
    await held.entered;
    // not earlier: it looks for work as soon as it exists
    const second = process('second', async () => ({ message: 'Готово' }));
    second.operations.take(id);
    // by now it has checked whether it may
    await second.operations.get(id);
    await until('the second has let go', async () => {
      const { rows } = await api.db.raw(
        `select count(*)::int as held from pg_locks where locktype = 'advisory' and classid::bigint = (hashtext('operation')::bigint & 4294967295)
        and objid::bigint = (hashtext(?)::bigint & 4294967295)`,
        [id],
      );
      return rows[0].held === 1;
    });
    t.deepEqual(runs, ['first']);
    const stopped = first.leave();
    held.open();
    await stopped;
    t.is((await itemsOf(id))[0]?.status, 'waiting', 'it has not failed, it was broken off');

    second.operations.take(id);

    t.like(await ended(id), { status: 'done', done: 1, failed: 0 });
    await second.leave();
    t.deepEqual(runs, ['first', 'second']);
  },
);

test.serial('one that runs holds none of the connections that people are answered with', async (t) => {
  const { connectionString } = api.db.client.config.connection;
  const [only, lockPool] = [connect(connectionString, { max: 1 }), connect(connectionString, { max: 1 })];
  const operations = createOperations({
    db: only,
    lockPool,
    enqueue: async () => undefined,
    tell: async () => undefined,
    activity: { record: async () => undefined },
    log: createLog('test', 'silent'),
  });
  const { open, entered, pass } = gate();
  operations.define('alias_push', { concurrency: 1, run: pass });
  const item = { key: 'a', label: 'Часть' };
  const { id } = await only.transaction((trx) =>
    operations.start(trx, { kind: 'alias_push', title: 'Проба', startedBy: null, items: [item] }),
  );

  const stop = operations.watch();
  await entered;
  const meanwhile = await operations.get(id);
  open();

  t.is(meanwhile.status, 'running');
  t.like(await operations.waitFor(id, 120_000), { status: 'done', done: 1 });
  await stop();
  await Promise.all([only.destroy(), lockPool.destroy()]);
});

test.serial('lists page, sort and filter, and are the administrator’s alone', async (t) => {
  const owner = await api.signUp();
  const { id } = await start('restore', []);
  const get = (path: string, who = admin) => api.call.get(`/api/admin/operations${path}`).set(...bearer(who));

  const ofKind = await get(`?filter=${JSON.stringify({ kind: 'restore' })}&range=[0,9]&sort=["created_at","DESC"]`);
  const many = await get(`?filter=${JSON.stringify({ id: [id] })}`);
  const named = await get(`?filter=${encodeURIComponent(JSON.stringify({ kind: 'restore', search: 'ПРОБ' }))}`);
  const unheard = await get('?search=no_such_title');
  const wrong = await get('?kind=else');

  t.is(ofKind.headers['content-range'], 'operations 0-0/1');
  t.deepEqual(
    [ofKind, many, named, unheard].map(({ body }) => body.operations.map((one: Operation) => one.id)),
    [[id], [id], [id], []],
  );
  t.is(wrong.status, 400);
  t.is((await get(`/${id}`)).body.operation.title, 'Проба');
  t.is((await get('/never')).status, 404);
  for (const path of ['', `/${id}`, `/${id}/items`]) t.is((await get(path, owner)).status, 403);
  t.is((await api.call.post(`/api/admin/operations/${id}/cancel`).set(...bearer(owner))).status, 403);
});

test('finished ones are forgotten, unfinished ones never', async (t) => {
  const { id } = await ended((await start('cleanup', keysOf(1))).id);
  const open = await start('restore', keysOf(1));

  await api.administration.operations.forget(new Date(Date.now() - DAY));
  const kept = await api.administration.operations.get(id);
  await api
    .db('operations')
    .where({ id })
    .update({ finished_at: new Date(Date.now() - 2 * DAY) });
  await api.administration.operations.forget(new Date(Date.now() - DAY));

  t.is(kept.id, id);
  await t.throwsAsync(api.administration.operations.get(id), { message: 'Такой работы нет' });
  t.is((await api.administration.operations.get(open.id)).status, 'queued');
});

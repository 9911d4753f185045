import { createOperations } from '@ostatok/api/src/operations/operations.service.ts';
import { settleItem } from '@ostatok/api/src/operations/runs.queries.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import {
  acts,
  api,
  ended,
  gate,
  itemsOf,
  keysOf,
  setUpOperations,
  start,
  steer,
} from '../support/operations/steered-operations.ts';
import { DAY, until } from '../support/platform/api.ts';

setUpOperations();

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
        notify: async () => undefined,
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
    notify: async () => undefined,
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

import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import test from 'ava';
import {
  acts,
  admin,
  api,
  ended,
  finished,
  gate,
  itemsOf,
  keysOf,
  setUpOperations,
  start,
  steer,
} from '../support/operations/steered-operations.ts';
import { bearer, until } from '../support/platform/api.ts';

setUpOperations();

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

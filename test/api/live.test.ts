import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@ostatok/api/contract/live.ts';
import { createGuard } from '@ostatok/api/src/access/guard.routes.ts';
import { mountRoutes } from '@ostatok/api/src/access/mounted.routes.ts';
import { liveRoutes } from '@ostatok/api/src/live/live.routes.ts';
import { createLive } from '@ostatok/api/src/live/live.service.ts';
import { errorHandler } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import { createTestApi, MINUTE, type TestApi, until } from '../support/platform/api.ts';

let api: TestApi;
let url: string;
let stop: () => Promise<void>;
test.before(async () => {
  api = await createTestApi();
  const guard = createGuard(api.sessions);
  const app = express();
  // another process of the same installation: it receives the events of the first one
  const live = createLive({ db: api.db, retryMs: 20 });
  mountRoutes(app, guard, [liveRoutes({ live, sessions: api.sessions, heartbeatMs: 200 })]);
  app.use(errorHandler(createLog('test', 'silent')));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/admin/events`;
  stop = async () => {
    await live.stop();
    server.closeAllConnections();
    server.close();
  };
});
test.after.always(async () => {
  await stop?.();
  await api?.close();
});

/** An open stream: its output, and whether it has ended. */
async function listen(token: string) {
  const leaving = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  const received = { status: response.status, text: '', over: false };
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) received.text += decoder.decode(part as Uint8Array, { stream: true });
  })();
  void reading.catch(() => undefined).finally(() => Object.assign(received, { over: true }));
  return {
    received,
    events: (): LiveEvent[] => [...received.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
    leave: () => leaving.abort(),
  };
}

const hears = (t: ExecutionContext, stream: Awaited<ReturnType<typeof listen>>, event: LiveEvent) =>
  until(`${t.title}: ${JSON.stringify(event)}`, async () =>
    stream.events().some((one) => one.resource === event.resource && String(one.id) === String(event.id)),
  );

test('what an administrator does is heard in every process when it is committed, and not when it is not', async (t) => {
  const admin = await api.signUp('admin');
  const person = await api.signUp();
  const stream = await listen(admin.token);

  await t.throwsAsync(
    api.db.transaction(async (trx) => {
      await api.activity.record(trx, {
        actorId: null,
        action: 'tenant.restarted',
        description: 'Нет',
        target: 'tenant:tundone',
      });
      throw new Error('undone');
    }),
  );
  await api.db.transaction(async (trx) => {
    await api.live.notify(trx, { resource: 'operations', id: 'told-by-hand' });
    await api.live.notify(trx, { resource: 'operations', id: 'told-by-hand' });
  });
  // a malformed event sent by hand from the database must not crash the process
  await api.db.raw(`select pg_notify('ostatok_live', 'no event at all')`);
  await api.users.setStatus(admin.id, person.id, 'blocked');

  for (const resource of ['users', 'subscriptions'] as const)
    await hears(t, stream, { resource, id: String(person.id) });
  await hears(t, stream, { resource: 'activity' });
  const ean = '4600702097276';
  const proposed = { id: randomUUID(), ean, description: 'Водка' } as Parameters<typeof proposals.take>[1];
  const { proposals } = api.administration;
  await proposals.take('tvenue00001', proposed);
  const { id } = await api.db('alias_proposals').where({ ean }).first('id');
  await hears(t, stream, { resource: 'proposals', id: String(id) });
  const { alias } = await proposals.approve(admin.id, id);
  await hears(t, stream, { resource: 'aliases', id: String(alias.id) });
  t.is(stream.events().filter(({ id }) => id === 'told-by-hand').length, 1);
  t.false(stream.received.text.includes('tundone'));
  t.is(stream.received.status, 200);
  stream.leave();
});

test('the stream breathes, and ends for whoever is no administrator any more', async (t) => {
  const admin = await api.signUp('admin');
  const stream = await listen(admin.token);
  await until('a heartbeat', async () => /^:$/m.test(stream.received.text));

  await api.db('users').where({ id: admin.id }).update({ role: 'customer' });
  api.sessions.forget(admin.id);
  await api.live.notify(api.db, { resource: 'users', id: 'after-the-demotion' });

  await until('the end', async () => stream.received.over);
  t.false(stream.received.text.includes('after-the-demotion'));
  t.is((await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).status, 403);
});

test('the stream ends with its sign-in, and with its token', async (t) => {
  const mine = await createTestApi();
  const admin = await mine.signUp('admin');
  const live = createLive({ db: mine.db });
  const app = express();
  const guard = createGuard(mine.sessions);
  mountRoutes(app, guard, [liveRoutes({ live, sessions: mine.sessions, heartbeatMs: 100 })]);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/admin/events`;
  const open = await fetch(here, { headers: { authorization: `Bearer ${admin.token}` } });
  const read = open.text();

  mine.clock.pass(16 * MINUTE);

  t.regex(await read, /^: /);
  await live.stop();
  server.close();
  await mine.close();
});

test.serial('a lost connection to the database ends the streams, and the next ones hear again', async (t) => {
  const admin = await api.signUp('admin');
  const stream = await listen(admin.token);

  await api.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen ostatok_live%'`,
  );
  await until('the end', async () => stream.received.over);
  const next = await until('an open stream', async () => {
    const opened = await listen(admin.token);
    return opened.received.status === 200 && opened;
  });
  await api.live.notify(api.db, { resource: 'tenants', id: 'after-the-loss' });

  await hears(t, next, { resource: 'tenants', id: 'after-the-loss' });
  t.deepEqual(stream.events(), [], 'the one that ended has not heard it');
  next.leave();
});

test('one administrator cannot open streams without end', async (t) => {
  const admin = await api.signUp('admin');
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(admin.token)));

  const refused = await listen(admin.token);
  for (const stream of streams) stream.leave();

  t.is(refused.received.status, 429);
  const again = await until('a place', async () => {
    const opened = await listen(admin.token);
    return opened.received.status === 200 && opened;
  });
  again.leave();
});

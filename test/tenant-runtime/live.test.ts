import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import test, { type ExecutionContext } from 'ava';
import { loseNextCommit } from '../support/database/lost-commit.ts';
import { type LiveClient, startTenant } from '../support/venue/tenant.ts';

type Event = { items: ShownItem[]; changes?: ShownChange[]; all?: true };

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(10);
  }
}

function watch(socket: LiveClient): Event[] {
  const events: Event[] = [];
  socket.on('items:changed', (event) => events.push(event));
  return events;
}

test('a change reaches those who watch with the item, who, when and by how much', async (t) => {
  const { admin, user, createItem, socket } = await startTenant(t);
  const item = await createItem({ name: 'Джемесон', quantity: 4.6 });
  const events = watch(await socket(admin.token));

  await user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId: item.id, delta: 0.7, source: 'web' }] });
  await until(() => events.length > 0, 'items:changed');

  t.like(events[0]?.items[0], { name: 'Джемесон', quantity: 5.3 });
  t.like(events[0]?.changes?.[0], { delta: 0.7, before: 4.6, after: 5.3, user: { name: 'Иван' }, source: 'web' });
});

test('many changes come as few events, and the last says the newest stock', async (t) => {
  const { admin, user, createItem, socket } = await startTenant(t);
  const item = await createItem({ name: 'Лёд', unit: 'шт' });
  const events = watch(await socket(admin.token));
  const send = () =>
    user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId: item.id, delta: 1, source: 'web' }] });

  const begun = performance.now();
  await Promise.all(Array.from({ length: 100 }, send));
  const received = (): number => events.reduce((count, event) => count + (event.changes?.length ?? 0), 0);
  await until(() => received() === 100, 'all changes');

  const elapsed = performance.now() - begun;
  t.true(events.length <= 5 + elapsed / 100, `${events.length} events in ${elapsed} ms`);
  t.is(events.at(-1)?.items[0]?.quantity, 100);
});

test('an edited, a new and a deleted item are told too', async (t) => {
  const { admin, createItem, socket } = await startTenant(t);
  const events = watch(await socket(admin.token));
  const item = await createItem({ name: 'Новое' });
  await until(() => events.length === 1, 'created');
  await admin.put(`/api/items/${item.id}`).send({ par: 2 });
  await until(() => events.length === 2, 'edited');
  await admin.delete(`/api/items/${item.id}`);
  await until(() => events.length === 3, 'deleted');
  t.like(events[1]?.items[0], { par: 2 });
  t.like(events[2]?.items[0], { id: item.id, deleted: true });
});

test('nobody watches without a good token, whichever way they come', async (t) => {
  const { socket, url } = await startTenant(t);
  for (const token of ['', 'x', '7']) await t.throwsAsync(() => socket(token), { message: /войдите/ }, token);
  const polling = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
  t.is(polling.status, 200);
  t.regex(await polling.text(), /^0\{"sid"/);
});

test("handshakes by polling without end fill one visitor's measure, and keep nobody else out", async (t) => {
  const { admin, socket, url } = await startTenant(t);
  const handshake = async (visitor: string) => {
    const headers = { 'X-Forwarded-For': visitor };
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const flood = [];
  for (let from = 1; from <= 160; from += 1) flood.push(await handshake(`2001:db8::${from.toString(16)}`));
  const admitted = flood.filter(({ status }) => status === 200);

  t.is(admitted.length, 128);
  t.like(flood.at(-1), { status: 403 });
  t.is((await handshake('2001:db8:0:1::1')).status, 200);
  t.true((await socket(admin.token)).connected);

  const { sid } = JSON.parse(admitted[0]?.text.slice(1) ?? '');
  const close = await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, { method: 'POST', body: '1' });
  t.is(close.status, 200);
  t.is((await handshake('2001:db8::1')).status, 200);
});

test('all networks of one IPv6 site share a measure of their own, and leave room for others', async (t) => {
  const { url } = await startTenant(t);
  const handshake = async (visitor: string) => {
    const headers = { 'X-Forwarded-For': visitor };
    return (await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers })).status;
  };
  const flood = [];
  for (let network = 1; network <= 300; network += 1)
    flood.push(await handshake(`2001:db8:0:${network.toString(16)}::1`));

  t.is(flood.filter((status) => status === 200).length, 256);
  t.is(await handshake('2001:db8:1::1'), 200);
  t.is(await handshake('203.0.113.7'), 200);
});

/** Raw Socket.IO packets, sent at once without waiting for an answer. */
async function flood(t: ExecutionContext, url: string, packets: string[]) {
  const wire = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  t.teardown(() => wire.close());
  const answers: string[] = [];
  const state = { answers, closed: false };
  wire.addEventListener('close', () => {
    state.closed = true;
  });
  await new Promise<void>((resolve) => {
    wire.addEventListener('message', ({ data }) => {
      if (String(data).startsWith('0')) resolve();
      else answers.push(String(data));
    });
  });
  for (const packet of packets) wire.send(packet);
  return state;
}
const asking = (token: string): string => `40${JSON.stringify({ token })}`;

test('a stranger who asks to be let in without end over one connection is cut off', async (t) => {
  const { admin, url, socket } = await startTenant(t);
  for (const token of ['x', `bridge.${'x'.repeat(43)}`]) {
    const stranger = await flood(t, url, new Array(500).fill(asking(token)));
    await until(() => stranger.closed || stranger.answers.length >= 500, 'cut off, or answered to the end');
    t.true(stranger.closed, token);
    t.true(stranger.answers.length < 20, `${stranger.answers.length} answers to «${token}»`);
  }
  t.true((await socket(admin.token)).connected);
});

test('over one connection nobody sits down twice, however fast they ask', async (t) => {
  const { admin, user, url, socket } = await startTenant(t);
  const guest = await flood(t, url, new Array(10).fill(asking(user.token)));
  const seats = (): number => guest.answers.filter((answer) => answer.startsWith('40')).length;
  await until(() => guest.closed || seats() >= 10, 'cut off, or seated ten times');
  t.true(seats() <= 1, guest.answers.join());
  t.true((await socket(admin.token)).connected);
});

test('who is let in and sends without end is cut off, and comes back like anybody', async (t) => {
  const { user, socket } = await startTenant(t);
  const { engine } = (await socket(user.token)).io;
  let closed = '';
  engine.once('close', (reason) => {
    closed = reason;
  });
  for (let sent = 0; sent < 5000; sent += 1) engine.send('2["nothing"]');
  const other = await socket(user.token);
  const reading: ScalesReading = { scaleId: 'A', weightG: 1, stable: true };
  t.true((await other.emitWithAck('scales:reading', reading)).ok);
  await until(() => closed !== '', 'cut off');
  t.is(closed, 'transport close');
});

test('who is removed or given a new password stops watching', async (t) => {
  const { admin, user, asNewUser, socket } = await startTenant(t);
  const other = await asNewUser('other');
  const [removed, reset, kept] = await Promise.all([user, other, admin].map((one) => socket(one.token)));
  await admin.delete(`/api/users/${user.id}`);
  await admin.post(`/api/users/${other.id}/reset-password`);
  await until(() => !removed?.connected && !reset?.connected, 'both gone');
  t.true(kept?.connected);
});

test('a reading of a scale is passed on to all, a malformed one to nobody', async (t) => {
  const { admin, user, socket } = await startTenant(t);
  const [panel, bridge] = [await socket(admin.token), await socket(user.token)];
  const readings: ScalesReading[] = [];
  panel.on('scales:reading', (reading) => readings.push(reading));
  const send = (reading: unknown) => bridge.emitWithAck('scales:reading', reading as ScalesReading);

  t.like(await send({ scaleId: 'bar', weightG: 'много', stable: true }), { ok: false, error: 'Вес — число граммов' });
  t.like(await send(null), { ok: false });
  t.deepEqual(await send({ scaleId: 'bar', weightG: 779.5, stable: true, extra: 1 }), { ok: true });
  await until(() => readings.length > 0, 'reading');

  t.deepEqual(readings, [{ scaleId: 'bar', weightG: 779.5, stable: true }]);
});

test('who watches looks anew where the answer to a commit was lost', async (t) => {
  const { db, user, createItem, socket } = await startTenant(t);
  const item = await createItem({ name: 'Джин', quantity: 1 });
  const events = watch(await socket(user.token));
  await loseNextCommit(db);
  const changes = [{ id: randomUUID(), itemId: item.id, delta: 1, source: 'web' }];

  const lost = await user.post('/api/changes').send({ changes });
  const again = await user.post('/api/changes').send({ changes });

  t.is(lost.status, 503);
  t.is(again.body.results[0].status, 'duplicate');
  await until(() => events.some(({ all }) => all), 'asked to read anew');
});

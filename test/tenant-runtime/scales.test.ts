import type { ScaleState, ScalesReading, ScaleTare } from '@ostatok/tenant-runtime/contract/socket.ts';
import test, { type ExecutionContext } from 'ava';
import { until } from '../support/run/until.ts';
import { type LiveClient, startTenant, type Tenant } from '../support/venue/tenant.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

/** A tenant with a clock that the test moves, a bridge, and a panel that records what it receives. */
async function setUp(t: ExecutionContext) {
  let now = START;
  const tenant = await startTenant(t, { clock: () => new Date(now) });
  const bridge = await pairedSocket(tenant);
  const panel = await tenant.socket(tenant.user.token);
  const seen: ScalesReading[] = [];
  const states: ScaleState[][] = [];
  panel.on('scales:reading', (reading) => seen.push(reading));
  panel.on('scales:state', (event) => states.push(event.scales));
  return {
    tenant,
    bridge,
    seen,
    states,
    wait: (ms: number): void => {
      now += ms;
    },
    at: (ms: number): string => new Date(START + ms).toISOString(),
    send: (weightG: number, more: Partial<ScalesReading> = {}) =>
      bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG, stable: true, ...more }),
    scales: async () => (await tenant.user.get('/api/scales')).body,
  };
}

async function pairedSocket(tenant: Tenant, name = 'Склад'): Promise<LiveClient> {
  const { code } = (await tenant.admin.post('/api/auth/codes').send({ kind: 'bridge', name })).body;
  return tenant.socket((await tenant.anonymous.post('/api/auth/redeem').send({ code })).body.token);
}

test('what bridges report is told to panels and to who asks', async (t) => {
  const { bridge, scales, states, send, tenant } = await setUp(t);
  t.deepEqual(await scales(), { success: true, scales: [], recent: [] });
  const about = 'шаг 0,1 г, предел около 2 кг';
  const state = { scaleId: 'A', model: 'Decent Scale', state: 'connected', canTare: false, about } as const;
  t.like(await bridge.emitWithAck('scales:state', { scales: [state] }), {
    ok: true,
    now: new Date(START).toISOString(),
  });
  await send(705.9, { stepG: 0.1 });
  const reading = { scaleId: 'A', weightG: 705.9, stable: true, stepG: 0.1 };
  t.deepEqual((await scales()).scales, [{ ...state, bridge: 'Склад', reading }]);

  bridge.disconnect();
  await until(() => states.at(-1)?.[0]?.state === 'lost', 'lost');
  t.deepEqual((await scales()).scales, [{ ...state, state: 'lost', bridge: 'Склад', reading: null }]);
  t.deepEqual(states[0], [state]);
  t.is((await tenant.anonymous.get('/api/scales')).status, 401);
});

test('a weight is listed once when it settles, and again only when something has moved', async (t) => {
  const { scales, send, wait, at } = await setUp(t);
  await send(300, { stable: false });
  for (const weightG of [705.9, 705.9, 706, 705.8]) {
    wait(100);
    await send(weightG);
  }
  await send(706.5, { stable: false });
  await send(706);
  t.deepEqual((await scales()).recent, [{ scaleId: 'A', weightG: 705.9, stepG: null, at: at(100) }]);

  await send(0);
  wait(1000);
  await send(705.9);
  wait(6000);
  await send(705.9);
  t.deepEqual(
    (await scales()).recent.map((one: { at: string }) => one.at),
    [at(7400), at(1400), at(100)],
    'lifted and put back, then left alone for long',
  );
});

test('a weight from the buffer is put in its place in time, never shown as live, and never twice', async (t) => {
  const { scales, send, seen, wait, at } = await setUp(t);
  wait(60_000);
  await send(1160);
  await send(500, { at: at(20_000) });
  await send(480, { at: at(10_000), stepG: 5 });
  await send(500, { at: at(20_000) });
  await send(300, { at: at(59_500) });
  const { recent } = await scales();
  t.deepEqual(
    recent.map(({ weightG }: { weightG: number }) => weightG),
    [1160, 300, 500, 480],
  );
  t.like(recent[3], { at: at(10_000), stepG: 5 });
  await until(() => seen.length >= 2, 'live readings');
  t.deepEqual(
    seen.map(({ weightG }) => weightG),
    [1160, 300],
  );
});

test('a time of a wrong clock is no time in the future, and what is no time is refused', async (t) => {
  const { scales, send, at } = await setUp(t);
  t.like(await send(700, { at: '2031-01-01T00:00:00Z' }), { ok: true });
  t.is((await scales()).recent[0].at, at(0));
  t.like(await send(700, { at: '2026-99-99T00:00' }), { ok: false });
  t.like(await send(700, { at: 'вчера' }), { ok: false, error: 'at — время' });
});

test('the last fifty weights are kept', async (t) => {
  const { scales, send } = await setUp(t);
  for (let n = 1; n <= 60; n += 1) await send(n * 10);
  const { recent } = await scales();
  t.is(recent.length, 50);
  t.is(recent[0].weightG, 600);
});

test('a bridge that is back before its old connection has ended keeps its scales', async (t) => {
  const { tenant, states } = await setUp(t);
  const { code } = (await tenant.admin.post('/api/auth/codes').send({ kind: 'bridge', name: 'Бар' })).body;
  const { token } = (await tenant.anonymous.post('/api/auth/redeem').send({ code })).body;
  const [old, fresh] = [await tenant.socket(token), await tenant.socket(token)];
  const scales = [{ scaleId: 'B', model: 'X', state: 'connected' as const }];
  await old.emitWithAck('scales:state', { scales });
  await fresh.emitWithAck('scales:state', { scales });
  old.disconnect();
  const online = async () => (await tenant.admin.get('/api/bridges')).body.bridges[1].online;
  await fresh.emitWithAck('scales:reading', { scaleId: 'B', weightG: 5, stable: true });
  t.true(await online());
  t.like((await tenant.user.get('/api/scales')).body.scales[0], { state: 'connected', reading: { weightG: 5 } });
  t.false(states.some((list) => list.some(({ state }) => state === 'lost')));
});

test('two bridges that hear one scale show it once, connected as long as one is', async (t) => {
  const { tenant, bridge } = await setUp(t);
  const other = await pairedSocket(tenant, 'Бар');
  await bridge.emitWithAck('scales:state', { scales: [{ scaleId: 'A', model: 'Mi', state: 'lost' }] });
  await other.emitWithAck('scales:state', { scales: [{ scaleId: 'A', model: 'Mi', state: 'connected' }] });
  t.like((await tenant.user.get('/api/scales')).body.scales, [{ scaleId: 'A', state: 'connected', bridge: 'Бар' }]);
});

test('a bridge gone wild is held back, and the next second it is heard again', async (t) => {
  const { send } = await setUp(t);
  const answers = await Promise.all(Array.from({ length: 700 }, () => send(1)));
  t.true(answers.some(({ ok, error }) => !ok && error === 'Слишком много показаний'));
  await until(async () => (await send(1)).ok, 'heard again');
});

test('a person is held back over all their connections together', async (t) => {
  const { tenant } = await setUp(t);
  const sockets = await Promise.all(Array.from({ length: 5 }, () => tenant.socket(tenant.user.token)));
  const reading = { scaleId: 'A', weightG: 1, stable: true };
  const answers = await Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 150 }, () => socket.emitWithAck('scales:reading', reading))),
  );
  t.true(answers.some(({ error }) => error === 'Слишком много показаний'));
});

test('a malformed state, and more scales than anybody has, are refused', async (t) => {
  const { bridge, send } = await setUp(t);
  const say = (event: unknown) => bridge.emitWithAck('scales:state', event as { scales: ScaleState[] });
  for (const event of [
    null,
    {},
    { scales: [{ scaleId: 'A' }] },
    { scales: [{ scaleId: 'A', model: '', state: 'on' }] },
  ]) {
    t.like(await say(event), { ok: false });
  }
  for (let n = 0; n < 20; n += 1) await send(1, { scaleId: `S${n}` });
  t.like(await send(1, { scaleId: 'S20' }), { ok: false, error: 'Не больше 20 весов' });
});

test('whatever is no reading and no state is refused in Russian', async (t) => {
  const { bridge, send } = await setUp(t);
  const odd: unknown[] = [null, [], 'text', 5, {}, { constructor: 1 }, { scales: {} }, { scales: [null] }];
  for (const event of odd) {
    for (const name of ['scales:reading', 'scales:state'] as const) {
      const { ok, error } = await bridge.emitWithAck(name, event as never);
      t.false(ok);
      t.regex(error ?? '', /[а-яё]/i, `${name} ${JSON.stringify(event)}`);
      t.notRegex(error ?? '', /must|cannot/);
    }
  }
  t.like(await send(1), { ok: true });
});

/** A bridge with a scale that can be zeroed; it does what the test says. */
async function withTareableScale(t: ExecutionContext, answer?: (event: ScaleTare) => unknown) {
  const set = await setUp(t);
  const asked: ScaleTare[] = [];
  set.bridge.on('scales:tare', (event, ack) => {
    asked.push(event);
    if (answer) Reflect.apply(ack, undefined, [answer(event)]);
  });
  const scale = { model: 'Decent Scale', state: 'connected' as const };
  await set.bridge.emitWithAck('scales:state', {
    scales: [
      { ...scale, scaleId: 'A', canTare: true },
      { ...scale, scaleId: 'B' },
      { ...scale, scaleId: 'C', canTare: true, state: 'lost' },
    ],
  });
  const person = await set.tenant.socket(set.tenant.user.token);
  const tare = (scaleId: string) => person.emitWithAck('scales:tare', { scaleId });
  return { ...set, asked, person, tare };
}

test('a person zeroes the scale of a bridge, and hears what the bridge says', async (t) => {
  const { asked, tare, scales } = await withTareableScale(t, () => ({ ok: true }));
  t.deepEqual(
    (await scales()).scales.map((one: ScaleState) => [one.scaleId, one.canTare]),
    [
      ['A', true],
      ['B', false],
      ['C', true],
    ],
  );
  t.deepEqual(await tare('A'), { ok: true });
  t.deepEqual(asked, [{ scaleId: 'A' }]);
  const refused = await withTareableScale(t, () => ({ ok: false, error: 'Весы перегружены' }));
  t.deepEqual(await refused.tare('A'), { ok: false, error: 'Весы перегружены' });
});

test('a scale that cannot be zeroed is refused in words, and its bridge is not asked', async (t) => {
  const { asked, tare, person, bridge } = await withTareableScale(t, () => ({ ok: true }));
  t.like(await tare('Z'), { ok: false, error: 'Таких весов нет' });
  t.like(await tare('B'), { ok: false, error: 'Эти весы обнуляются только своей кнопкой' });
  t.like(await tare('C'), { ok: false, error: 'Весы не на связи. Включите их и повторите' });
  for (const event of [{}, null, 'A', { scaleId: 1 }, { scaleId: 'я'.repeat(65) }])
    t.regex((await person.emitWithAck('scales:tare', event as never)).error ?? '', /[а-я]/, JSON.stringify(event));
  person.emit('scales:tare', { scaleId: 'Z' }, undefined as never);
  bridge.disconnect();
  await until(async () => /не на связи/.test((await tare('A')).error ?? ''), 'the bridge is gone');
  t.deepEqual(asked, []);
});

test('a scale of another venue is not reached, and a bridge zeroes nothing', async (t) => {
  const { asked, bridge, tare } = await withTareableScale(t, () => ({ ok: true }));
  const other = await startTenant(t);
  const stranger = await other.socket(other.admin.token);
  t.like(await stranger.emitWithAck('scales:tare', { scaleId: 'A' }), { ok: false, error: 'Таких весов нет' });
  bridge.emit('scales:tare', { scaleId: 'A' }, () => t.fail('a bridge was answered'));
  await tare('A');
  t.is(asked.length, 1, 'the person alone');
});

test('a bridge that answers nonsense or nothing is told, and a second tap meanwhile too', async (t) => {
  const nonsense = await withTareableScale(t, () => ({ ok: 'да', error: 5 }));
  t.like(await nonsense.tare('A'), {
    ok: false,
    error: 'Мост весов не отвечает. Проверьте, что программа весов запущена',
  });
  const silent = await withTareableScale(t);
  const first = silent.tare('A');
  await until(() => silent.asked.length === 1, 'the bridge is asked');
  t.like(await silent.tare('A'), { ok: false, error: 'Весы уже обнуляются' });
  t.regex((await first).error ?? '', /не отвечает/);
  t.is(silent.asked.length, 1);
});

test('what a tare leaves when the glass is lifted is no weight', async (t) => {
  const { send, scales, wait } = await setUp(t);
  for (const weightG of [350, 0, -350, -350]) {
    wait(1000);
    await send(weightG);
  }
  t.deepEqual(
    (await scales()).recent.map((one: { weightG: number }) => one.weightG),
    [350],
  );
});

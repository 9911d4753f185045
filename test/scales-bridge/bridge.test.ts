import { appendFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import test from 'ava';
import { createSettling } from '../../kit/scales/settling.ts';
import { systemClock } from '../../scales-bridge/src/clock.ts';
import { createOutbox } from '../../scales-bridge/src/outbox.ts';
import { createSimulatedSource } from '../../scales-bridge/src/simulated-source.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { newConfigFolder } from '../support/scales/bridge.ts';
import { heldScale, pairedToken, startBridge } from '../support/scales/bridge-parts.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

/** Frames of a Decent scale. */
const EMPTY = '03ce00000000cd';
const MOVING = '03ca007b0000b2';
const BOTTLE = '03ce1b93000045';
const BOTTLE_G = 705.9;
const OTHER = '03ce2bac00004a';
const OTHER_G = 1118;
const THIRD = '03ce079400005e';
const THIRD_G = 194;

async function watch(tenant: Tenant): Promise<ScalesReading[]> {
  const panel = await tenant.socket(tenant.user.token);
  const seen: ScalesReading[] = [];
  panel.on('scales:reading', (reading) => seen.push(reading));
  return seen;
}
const scalesOf = async (tenant: Tenant) => (await tenant.user.get('/api/scales')).body;
const recentWeights = async (tenant: Tenant): Promise<number[]> =>
  (await scalesOf(tenant)).recent.map(({ weightG }: { weightG: number }) => weightG);

test('a simulated weighing reaches a panel, settling first and stable in the end', async (t) => {
  const tenant = await startTenant(t);
  const seen = await watch(tenant);
  const token = await pairedToken(tenant);
  await startBridge(t, { url: tenant.url, token, source: createSimulatedSource([1160], 20) });
  await until(() => seen.some(({ stable, weightG }) => stable && weightG === 1160), 'at rest');
  await until(() => seen.some(({ stable, weightG }) => !stable && weightG > 0 && weightG !== 1160), 'settling');
  t.true(seen.every(({ scaleId, stepG }) => scaleId === 'simulated' && stepG === 1));
  t.is((await recentWeights(tenant))[0], 1160);
});

test('a person’s token may send readings too', async (t) => {
  const tenant = await startTenant(t);
  const seen = await watch(tenant);
  await startBridge(t, { url: tenant.url, token: tenant.user.token, source: createSimulatedSource([1160], 20) });
  await until(() => seen.some(({ stable }) => stable), 'at rest');
  t.like((await scalesOf(tenant)).scales[0], { bridge: 'Иван', model: 'Пробные весы', state: 'connected' });
});

test('a bottle is put on, the network is cut, bottles come and go, and the venue gets each once and in order', async (t) => {
  const tenant = await startTenant(t);
  const link = await startLink(t, tenant.url);
  const seen = await watch(tenant);
  const scale = heldScale('AA:01', 'decent-scale');
  const bridge = await startBridge(t, { url: link.url, token: await pairedToken(tenant), source: scale.source });
  await bridge.is('connected');
  scale.send(MOVING);
  for (let n = 0; n < 20; n += 1) scale.send(BOTTLE);
  await until(() => seen.some(({ weightG, stable }) => weightG === BOTTLE_G && stable), 'the bottle');
  await until(() => bridge.outbox.count() === 0, 'acknowledged');

  await link.cut();
  await bridge.is('waiting');
  scale.send(EMPTY);
  for (let n = 0; n < 20; n += 1) scale.send(OTHER);
  scale.send(EMPTY);
  for (let n = 0; n < 20; n += 1) scale.send(THIRD);
  t.is(bridge.last()?.kept, 2);
  t.is(readFileSync(bridge.path, 'utf8').trim().split('\n').length, 2, 'on the disk');
  await link.mend();
  await until(() => bridge.outbox.count() === 0, 'flushed');
  for (let n = 0; n < 5; n += 1) scale.send(THIRD);

  t.deepEqual(await recentWeights(tenant), [THIRD_G, OTHER_G, BOTTLE_G]);
  const times = (await scalesOf(tenant)).recent.map(({ at }: { at: string }) => at);
  t.deepEqual(times, [...times].sort().reverse());
  t.is(readFileSync(bridge.path, 'utf8'), '');
});

test('a bottle that stands through a cut is one weighing', async (t) => {
  const tenant = await startTenant(t);
  const link = await startLink(t, tenant.url);
  const scale = heldScale('AA:01', 'decent-scale');
  const bridge = await startBridge(t, { url: link.url, token: await pairedToken(tenant), source: scale.source });
  await bridge.is('connected');
  scale.send(BOTTLE);
  await until(() => bridge.outbox.count() === 0, 'acknowledged');
  for (let cut = 0; cut < 3; cut += 1) {
    await link.cut();
    await bridge.is('waiting');
    scale.send(BOTTLE);
    await link.mend();
    await bridge.is('connected');
    await until(async () => (await scalesOf(tenant)).scales[0]?.reading?.weightG === BOTTLE_G, 'told again');
    scale.send(BOTTLE);
  }
  t.deepEqual(await recentWeights(tenant), [BOTTLE_G]);
});

test('a weight whose acknowledgement was lost is not listed twice', async (t) => {
  const tenant = await startTenant(t);
  const link = await startLink(t, tenant.url);
  const scale = heldScale('AA:01', 'decent-scale');
  const bridge = await startBridge(t, { url: link.url, token: await pairedToken(tenant), source: scale.source });
  await bridge.is('connected');
  const seen = await watch(tenant);
  const cut = until(() => seen.length > 0, 'taken by the venue').then(link.cut);
  scale.send(BOTTLE);
  const weight = bridge.outbox.first();
  await cut;
  if (weight && bridge.outbox.count() === 0) bridge.outbox.add({ ...weight });
  await link.mend();
  await until(() => bridge.outbox.count() === 0, 'flushed');
  t.deepEqual(await recentWeights(tenant), [BOTTLE_G]);
});

test('a bridge whose clock is years behind tells the right times', async (t) => {
  const tenant = await startTenant(t);
  const link = await startLink(t, tenant.url);
  const clock = { ...systemClock, wall: () => Date.parse('1970-01-01T00:00:00Z') + performance.now() };
  const scale = heldScale('AA:01', 'decent-scale');
  const seen = await watch(tenant);
  const bridge = await startBridge(t, { url: link.url, token: await pairedToken(tenant), source: scale.source, clock });
  await bridge.is('connected');
  scale.send(BOTTLE);
  await until(() => seen.some(({ weightG }) => weightG === BOTTLE_G), 'shown live');
  await link.cut();
  await bridge.is('waiting');
  scale.send(OTHER);
  await link.mend();
  await until(() => bridge.outbox.count() === 0, 'flushed');
  for (const { at } of (await scalesOf(tenant)).recent) {
    t.true(Math.abs(Date.parse(at) - Date.now()) < 30_000, at);
  }
  t.deepEqual(await recentWeights(tenant), [OTHER_G, BOTTLE_G]);
});

test('a bridge that is unpaired ends and keeps what was not sent', async (t) => {
  const tenant = await startTenant(t);
  const scale = heldScale('AA:01', 'decent-scale');
  const bridge = await startBridge(t, { url: tenant.url, token: await pairedToken(tenant), source: scale.source });
  await bridge.is('connected');
  const [{ id }] = (await tenant.admin.get('/api/bridges')).body.bridges;
  await tenant.admin.delete(`/api/bridges/${id}`);
  await t.throwsAsync(bridge.running, { message: /[а-я]/ });
});

test('two bridges with a scale each are both there, and one gone leaves the other', async (t) => {
  const tenant = await startTenant(t);
  const [bar, cellar] = [heldScale('AA:01', 'decent-scale'), heldScale('AA:02', 'sig-weight-scale')];
  const [one, other] = [
    await startBridge(t, { url: tenant.url, token: await pairedToken(tenant, 'Бар'), source: bar.source }),
    await startBridge(t, { url: tenant.url, token: await pairedToken(tenant, 'Погреб'), source: cellar.source }),
  ];
  await Promise.all([one.is('connected'), other.is('connected')]);
  bar.send(BOTTLE);
  cellar.send('00e800');
  await until(async () => (await recentWeights(tenant)).length === 2, 'both');
  const { scales } = await scalesOf(tenant);
  t.like(
    scales.find(({ scaleId }: { scaleId: string }) => scaleId === 'AA:01'),
    { bridge: 'Бар', state: 'connected' },
  );
  t.like(
    scales.find(({ scaleId }: { scaleId: string }) => scaleId === 'AA:02'),
    {
      bridge: 'Погреб',
      model: 'Весы Bluetooth SIG',
      reading: { weightG: 1160, stepG: 5 },
    },
  );
  await one.stop();
  await until(
    async () => (await scalesOf(tenant)).scales.some(({ state }: { state: string }) => state === 'lost'),
    'lost',
  );
  t.true((await scalesOf(tenant)).scales.some(({ state }: { state: string }) => state === 'connected'));
});

test('a person in the venue zeroes the scale of a bridge, and what the scale says to it is told', async (t) => {
  const tenant = await startTenant(t);
  const seen = await watch(tenant);
  const scale = heldScale('AA:01', 'decent-scale');
  const bridge = await startBridge(t, { url: tenant.url, token: await pairedToken(tenant), source: scale.source });
  await bridge.is('connected');
  const person = await tenant.socket(tenant.user.token);
  const tare = () => person.emitWithAck('scales:tare', { scaleId: 'AA:01' });
  t.like(await tare(), { ok: false, error: 'Эти весы обнуляются только своей кнопкой' });

  let tared = 0;
  const status = { scaleId: 'AA:01', model: 'Decent Scale', state: 'connected' as const };
  scale.listener()?.scale({
    ...status,
    tare: async () => {
      tared += 1;
      if (tared > 1) throw new Error('GATT operation failed');
    },
  });
  scale.listener()?.scale({ ...status, note: 'Весы показывают не граммы' });
  await until(async () => (await scalesOf(tenant)).scales[0]?.canTare === true, 'advice takes no command away');
  t.deepEqual(await tare(), { ok: true });
  t.deepEqual(await tare(), { ok: false, error: 'Весы не приняли команду. Повторите' });

  // the glass that was zeroed is lifted: what is less than nothing is shown and not kept
  scale.send('03ceff850000b7');
  await until(() => seen.some(({ weightG }) => weightG === -12.3), 'shown');
  t.deepEqual(await recentWeights(tenant), []);
  t.is(bridge.outbox.count(), 0);

  scale.listener()?.scale({ ...status, state: 'lost' });
  await until(async () => (await scalesOf(tenant)).scales[0]?.state === 'lost', 'lost');
  t.like(await tare(), { ok: false, error: 'Весы не на связи. Включите их и повторите' });
});

test('kept weights outlive the process, a line cut off by a crash does not harm the rest', async (t) => {
  const path = join(await newConfigFolder(), 'kept.jsonl');
  const first = createOutbox(path);
  for (const at of [1, 2, 3]) first.add({ scaleId: 'A', weightG: at * 100, at, elapsedAt: at });
  appendFileSync(path, '{"scaleId":"A","weig');
  const second = createOutbox(path);
  t.deepEqual(second.first(), { scaleId: 'A', weightG: 100, at: 1 });
  second.add({ scaleId: 'A', weightG: 400, at: 4 });
  t.is(createOutbox(path).count(), 4);
  writeFileSync(path, 'null\n[]\n{"scaleId":7}\n');
  t.is(createOutbox(path).count(), 0);
});

test('a disk that fails keeps nothing from being sent, and is said', async (t) => {
  const folder = await newConfigFolder();
  const path = join(folder, 'kept.jsonl');
  const outbox = createOutbox(path);
  mkdirSync(`${path}.new`);
  outbox.add({ scaleId: 'A', weightG: 1, at: 1 });
  t.regex(outbox.trouble() ?? '', /Диск не принимает записи \(EISDIR\)/);
  t.is(outbox.first()?.weightG, 1);
  rmdirSync(`${path}.new`);
  outbox.add({ scaleId: 'A', weightG: 2, at: 2 });
  t.is(outbox.trouble(), undefined);
  t.is(createOutbox(path).count(), 2, 'the first too');
});

test('no more is kept than a disk should bear, and the newest stay', async (t) => {
  const path = join(await newConfigFolder(), 'kept.jsonl');
  writeFileSync(
    path,
    Array.from({ length: 2500 }, (_, at) => JSON.stringify({ scaleId: 'A', weightG: at, at })).join('\n'),
  );
  const outbox = createOutbox(path);
  t.like({ count: outbox.count(), first: outbox.first()?.at }, { count: 2000, first: 500 });
  outbox.add({ scaleId: 'A', weightG: 1, at: 9999 });
  t.like({ count: outbox.count(), first: outbox.first()?.at }, { count: 2000, first: 501 });
  t.true(readFileSync(path, 'utf8').split('\n').length <= 4001);
});

test('five equal weights are at rest where the scale does not say, a drift within a step is no new weight', (t) => {
  const settle = createSettling();
  const runs = (readings: (readonly [weightG: number, stable?: boolean])[], stepG = 1) =>
    readings.map(([weightG, stable], n) => {
      const raw = { scaleId: 'A', weightG, stepG, ...(stable === undefined ? {} : { stable }) };
      return settle(raw, n * 100).settled;
    });
  t.deepEqual(runs([[700], [700], [700], [700], [700], [700]]), [false, false, false, false, true, false]);
  t.deepEqual(
    runs([
      [701, true],
      [700, false],
      [702, true],
      [0, true],
      [700, true],
    ]),
    [false, false, false, false, true],
  );
  t.true(settle({ scaleId: 'A', weightG: 700, stable: true }, 10_000).settled, 'after a silence it is another bottle');
});

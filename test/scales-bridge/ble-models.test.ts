import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createGramsAnswers, gramsPath } from '../../scales-bridge/src/grams-answers.ts';
import { startBleSource } from '../support/scales/ble-source.ts';
import { newConfigFolder } from '../support/scales/bridge.ts';
import { log } from '../support/scales/bridge-parts.ts';
import { fakeScale } from '../support/scales/fake-adapter.ts';

test('two kinds of one name are told apart by what they have, and both are set to grams', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const name = 'Etekcity Nutrition Scale';
  const first = fakeScale({ address: 'aa:01', name, characteristics: ['2c11', '2c12'] });
  const second = fakeScale({ address: 'aa:02', name, characteristics: ['fff1', 'fff2'] });
  await settle();
  for (const scale of [first, second]) {
    adapter.hear(scale);
    await settle();
  }
  first.send('feefc0a2d00500119400017b');
  second.send('a522810b00a90187a10000d40300020001');
  t.deepEqual(
    received.readings.map(({ scaleId, weightG }) => [scaleId, weightG]),
    [
      ['AA:01', 450],
      ['AA:02', 98],
    ],
  );
  t.deepEqual(first.written, ['feefc0a2c00100c1']);
  t.deepEqual(second.written, ['a5220006000e0180a1000200']);
  t.deepEqual(
    received.scales.filter(({ state }) => state === 'connected').map(({ model }) => model),
    ['Etekcity ESN00', 'Etekcity Luminary'],
  );
});

test('a display that does not show grams is told, and that it does again', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const scale = fakeScale({ address: 'aa:01', name: 'NSCALE', characteristics: ['ffb2'] });
  await settle();
  adapter.hear(scale);
  await settle();
  const notes = (): (string | undefined)[] => received.scales.slice(2).map(({ note }) => note);
  for (const hex of ['ac050000f334ca82', 'ac050000f334ca82']) scale.send(hex);
  t.deepEqual(notes(), ['Весы показывают не граммы. Переключите их на граммы']);
  t.deepEqual(received.readings, []);
  scale.send('ac0500148902cae7');
  t.is(notes().at(-1), undefined);
  t.deepEqual(received.readings, [{ scaleId: 'AA:01', weightG: 525.7, stable: true, stepG: 0.1 }]);
});

test('a scale that broadcasts in its maker’s data is read there, and again while it stands', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t);
  const manufacturerData = Buffer.from('ffff0f05020014e45a00020050fb198aa0c2ea', 'hex');
  const scale = fakeScale({ address: 'aa:05', name: 'SC02', manufacturerData });
  await settle();
  adapter.hear(scale);
  adapter.hear(scale);
  t.deepEqual(received.readings, [{ scaleId: 'AA:05', weightG: 53.48, stepG: 0.01 }]);
  t.is(scale.state.attempts, 0);
  for (let n = 0; n < 4; n += 1) {
    await clock.advance(250);
    adapter.hear(scale);
    adapter.hear(scale);
  }
  t.is(received.readings.length, 5);
});

test('a scale that takes the command to zero is zeroed by it, as long as it is connected', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const scale = fakeScale({ address: 'aa:01', name: 'Decent Scale', characteristics: ['fff4', '36f5'] });
  const other = fakeScale({ address: 'aa:02', name: 'NSCALE', characteristics: ['ffb2'] });
  await settle();
  for (const one of [scale, other]) {
    adapter.hear(one);
    for (let n = 0; n < 3; n += 1) await settle();
  }
  const [decent, nscale] = received.scales.filter(({ state }) => state === 'connected');
  t.is(nscale?.tare, undefined);
  const before = scale.written.length;
  const done = decent?.tare?.();
  await settle();
  await done;
  t.deepEqual(scale.written.slice(before), ['030f000000010d', '030f000000010d']);
});

/** A scale that does not say what it counts in, and a bridge of which a person may have said that it is grams. */
async function startSencor(t: ExecutionContext, address: string, showsGrams: (scaleId: string) => boolean) {
  const { adapter, received, settle } = startBleSource(t, 'poweredOn', showsGrams);
  const scale = fakeScale({ address, name: 'sencorfood', characteristics: ['ffe1'], properties: ['notify'] });
  await settle();
  adapter.hear(scale);
  await settle();
  scale.send('000004e200000000');
  return { scale, readings: received.readings, notes: () => received.scales.slice(1).map(({ note }) => note) };
}

test('a scale that does not say its unit is read once a person has said that it shows grams, and from then on', async (t) => {
  const path = gramsPath(join(await newConfigFolder(), 'new'));
  const unasked = await startSencor(t, 'aa:01', createGramsAnswers(path, false, log));
  unasked.scale.send('000004e200000000');
  t.deepEqual(unasked.readings, []);
  t.is(unasked.notes().length, 2);
  t.regex(unasked.notes().at(-1) ?? '', /Если граммы, запустите мост один раз с --grams/);

  const said = await startSencor(t, 'aa:01', createGramsAnswers(path, true, log));
  t.deepEqual(said.readings, [{ scaleId: 'AA:01', weightG: 1250, stepG: 1 }]);
  t.deepEqual(said.notes(), [undefined]);

  const later = createGramsAnswers(path, false, log);
  t.is((await startSencor(t, 'aa:01', later)).readings.length, 1);
  t.deepEqual((await startSencor(t, 'aa:02', later)).readings, [], 'another scale is another question');
});

test('an answer about grams that cannot be kept holds for this run, and a broken file is no answer', async (t) => {
  const folder = await newConfigFolder();
  await writeFile(join(folder, 'file'), '{');
  t.false(createGramsAnswers(join(folder, 'file'), false, log)('AA:01'));
  const inAFile = join(folder, 'file', 'scales-grams.json');
  t.true(createGramsAnswers(inAFile, true, log)('AA:01'));
  t.false(createGramsAnswers(inAFile, false, log)('AA:01'));
});

test('advice about what comes before a scale is connected stays once it is', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const scale = fakeScale({ address: 'aa:01', name: 'Varia AKU', characteristics: ['fff1', 'fff2'] });
  const discover = scale.peripheral.discoverSomeServicesAndCharacteristicsAsync;
  scale.peripheral.discoverSomeServicesAndCharacteristicsAsync = async () => {
    const found = await discover();
    for (const one of found.characteristics) one.subscribeAsync = async () => void scale.send('fa010301e240a1');
    return found;
  };
  await settle();
  adapter.hear(scale);
  await settle();
  t.like(received.scales.at(-1), { state: 'connected' });
  t.regex(received.scales.at(-1)?.note ?? '', /--grams/);
  t.deepEqual(received.readings, []);
});

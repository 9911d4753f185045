import { setImmediate as tick } from 'node:timers/promises';
import { cableModels } from '@ostatok/kit/scales/index.ts';
import test, { type ExecutionContext } from 'ava';
import type { RawReading } from '../../kit/scales/settling.ts';
import { createSerialSource } from '../../scales-bridge/src/cable/serial-source.ts';
import type { ScaleStatus } from '../../scales-bridge/src/source.ts';
import { heldClock } from '../support/clock/held-clock.ts';
import { log } from '../support/scales/bridge-parts.ts';
import { fakePorts } from '../support/scales/fake-ports.ts';

const MASSA_ASK = 'f855ce0100232300';
const MASSA_WEIGHT = 'f855ce090024e2040000010100005e05';
const CAS_WEIGHT = '0102532030312e3235306b67670304';
const POS2_WEIGHT = '06020b3a001500e2040000000000c2';
const USB = '/dev/ttyUSB0';

function start(t: ExecutionContext) {
  const computer = fakePorts();
  const clock = heldClock();
  const received = {
    readings: [] as RawReading[],
    scales: [] as ScaleStatus[],
    troubles: [] as (string | undefined)[],
  };
  const stop = new AbortController();
  const source = createSerialSource({ ports: computer.ports, models: cableModels, clock, log, platform: 'linux' });
  const running = source.run(
    {
      reading: (one) => received.readings.push(one),
      scale: (one) => received.scales.push(one),
      frame: () => undefined,
      trouble: (one) => received.troubles.push(one),
      showsGrams: () => false,
    },
    stop.signal,
  );
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  /** Lets this many seconds pass, a little at a time. */
  async function pass(seconds: number): Promise<void> {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      for (let n = 0; n < 10; n += 1) await tick();
      await clock.advance(250);
    }
  }
  const states = (): string[] => received.scales.map(({ model, state }) => `${model} ${state}`);
  return { computer, received, pass, states };
}

test('a scale at a port is found by its answer, read, and found again when its cable comes back', async (t) => {
  const { computer, received, pass, states } = start(t);
  computer.plug(USB, (asked) => (asked === MASSA_ASK ? MASSA_WEIGHT : undefined));
  await pass(2);
  t.deepEqual(states(), ['Масса-К, протокол 100 connected']);
  t.deepEqual(received.readings[0], { scaleId: USB, weightG: 1250, stepG: 1, stable: true });

  computer.pull(USB);
  await pass(1);
  t.deepEqual(states().slice(1), ['Масса-К, протокол 100 lost']);
  t.is(received.scales.at(-1)?.note, 'Кабель отключён. Вставьте его');
  const before = received.readings.length;
  await pass(3);
  t.is(received.readings.length, before);

  computer.plug(USB, (asked) => (asked === MASSA_ASK ? MASSA_WEIGHT : undefined));
  await pass(4);
  t.is(received.scales.at(-1)?.state, 'connected');
  t.true(received.readings.length > before);
});

test('each speed and each language is tried until one is understood', async (t) => {
  const { computer, received, pass } = start(t);
  computer.plug(USB, (asked, { baudRate, parity }) => {
    if (baudRate !== 9600 || parity !== 'none') return 'ff00ff';
    return asked === '0511' ? CAS_WEIGHT : undefined;
  });
  await pass(8);
  t.deepEqual(received.readings[0], { scaleId: USB, weightG: 1250, stepG: 1, stable: true });
  t.is(received.scales.at(-1)?.model, 'CAS AD, ER, PR');
});

test('a language that other devices misunderstand is spoken only to the scales that are known to use it', async (t) => {
  const { computer, received, pass } = start(t);
  const slim = (asked: string) => (asked.startsWith('02053a') ? POS2_WEIGHT : undefined);
  computer.plug('/dev/ttyACM0', slim);
  computer.plug('/dev/ttyACM1', slim, { vendorId: '1FC9', productId: '80A3' });
  await pass(20);
  t.deepEqual([...new Set(received.readings.map(({ scaleId }) => scaleId))], ['/dev/ttyACM1']);
  t.true(computer.asked.includes('9600 06'), 'an answer is accepted, or the scale repeats it');
});

test('a port of the computer itself, at which anything may stand, is not written to', async (t) => {
  const { computer, received, pass } = start(t);
  computer.plug('/dev/ttyS0', () => MASSA_WEIGHT, { vendorId: undefined });
  await pass(5);
  t.deepEqual([computer.asked, received.scales], [[], []]);
});

test('a device that is no scale is asked once a minute and no more', async (t) => {
  const { computer, pass } = start(t);
  computer.plug(USB, () => undefined);
  await pass(20);
  const asked = computer.asked.length;
  t.true(asked > 0);
  await pass(30);
  t.is(computer.asked.length, asked);
  await pass(40);
  t.is(computer.asked.length, 2 * asked);
});

test('a port without access is told with the command that gives it, until it opens or is gone', async (t) => {
  const { computer, received, pass } = start(t);
  computer.plug(USB, () => MASSA_WEIGHT);
  computer.forbid(USB, 'Error: Permission denied, cannot open /dev/ttyUSB0');
  await pass(5);
  t.deepEqual(received.troubles.length, 1);
  t.regex(received.troubles[0] ?? '', /Нет доступа к порту \/dev\/ttyUSB0\..*\nsudo usermod -aG dialout/);
  computer.pull(USB);
  await pass(3);
  t.is(received.troubles.at(-1), undefined);
});

test('a scale that falls silent is told, and read again when it answers', async (t) => {
  const { computer, received, pass } = start(t);
  let on = true;
  computer.plug(USB, (asked) => (on && asked === MASSA_ASK ? MASSA_WEIGHT : undefined));
  await pass(2);
  on = false;
  await pass(8);
  t.is(received.scales.at(-1)?.note, 'Весы не отвечают. Включите их');
  on = true;
  await pass(8);
  t.is(received.scales.at(-1)?.state, 'connected');
});

test('a scale of ten-gram divisions is refused in words, and none of its weights is counted', async (t) => {
  const { computer, received, pass } = start(t);
  computer.plug(USB, (asked) => (asked === MASSA_ASK ? 'f855ce0d00240000000002010001000000001ced' : undefined));
  await pass(3);
  t.deepEqual(received.readings, []);
  t.regex(received.scales.at(-1)?.note ?? '', /Деление этих весов — 10 г/);
});

test('a scale at a cable is zeroed by the command of its model', async (t) => {
  const { computer, received, pass } = start(t);
  computer.plug(USB, (asked) => (asked === MASSA_ASK ? MASSA_WEIGHT : undefined));
  await pass(2);
  await received.scales[0]?.tare?.();
  t.is(computer.asked.filter((asked) => asked.includes('f855ce0500a3')).length, 1);
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { scaleModels } from '@ostatok/kit/scales/index.ts';
import { parseRecording } from '@ostatok/kit/scales/read-recording.ts';
import test, { type ExecutionContext } from 'ava';
import { type RecordOptions, record } from '../../scales-bridge/src/commands/record.ts';
import { parseRecording as parsePlayed } from '../../scales-bridge/src/recording.ts';
import { heldClock } from '../support/clock/held-clock.ts';
import { until } from '../support/run/until.ts';
import { newConfigFolder, startBridgeProcess } from '../support/scales/bridge.ts';
import { fakeAdapter, fakeScale } from '../support/scales/fake-adapter.ts';
import { fakePorts } from '../support/scales/fake-ports.ts';

const NOTIFYING = ['notify'];

/** A recording under way; `answers` are what the person types, one after another. */
async function start(t: ExecutionContext, options: RecordOptions, answers?: string[], computer = fakePorts()) {
  const folder = await newConfigFolder();
  const adapter = fakeAdapter();
  const clock = heldClock();
  const stop = new AbortController();
  const said: string[] = [];
  const file = join(folder, 'made.txt');
  const recording = record(
    { file, ...options },
    {
      loadNoble: async () => adapter.noble,
      loadPorts: async () => computer.ports,
      clock,
      stop: stop.signal,
      say: (line) => said.push(line),
      ask:
        answers &&
        (async (question) => {
          said.push(question);
          return answers.shift() ?? t.fail('asked too often') ?? '';
        }),
    },
  );
  recording.catch(() => undefined);
  async function pass(seconds: number): Promise<void> {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      for (let n = 0; n < 10; n += 1) await tick();
      await clock.advance(250);
    }
  }
  return {
    adapter,
    said,
    stop,
    recording,
    pass,
    files: () => readdir(folder),
    read: async () => parseRecording(await readFile(file, 'utf8')),
  };
}
const isSaid = (said: string[], what: RegExp) => until(() => said.some((line) => what.test(line)), `${what}`);
const unknown = () =>
  fakeScale({ address: 'AA:BB:CC:DD:EE:01', name: 'Mystery 5', characteristics: ['ffd1'], properties: NOTIFYING });

test('an unknown scale is chosen from a list, heard for ten seconds and written with what its display showed', async (t) => {
  const { adapter, said, recording, pass, read, files } = await start(t, {}, ['2', 'много', '1 250,5']);
  const speaker = fakeScale({ address: 'AA:BB:CC:DD:EE:02', name: 'JBL Flip' });
  const scale = unknown();
  await pass(1);
  for (const one of [speaker, scale]) adapter.hear(one);
  await pass(6);
  await isSaid(said, /запись идёт 10 секунд/);
  t.deepEqual(said.slice(1, 4), ['  1  JBL Flip', '  2  Mystery 5', 'Номер ваших весов: ']);
  scale.send('0102');
  await pass(1);
  scale.send('0103');
  await pass(10);
  await recording;
  const { scale: recorded, weightG, frames } = await read();
  t.is(weightG, 1250.5);
  t.deepEqual(recorded, {
    name: 'Mystery 5',
    services: [],
    characteristics: [{ uuid: 'ffd1', properties: ['notify'] }],
  });
  t.deepEqual(
    frames.map(({ from, bytes, afterMs }) => [from, Buffer.from(bytes).toString('hex'), afterMs]),
    [
      ['ffd1', '0102', 1000],
      ['ffd1', '0103', 1000],
    ],
  );
  t.deepEqual(await files(), ['made.txt']);
  t.true(said.includes('Нужны граммы числом, как на дисплее: 1250'));
  t.like(scale.state, { connected: 0 }, 'the scale is let go');
  t.false(adapter.state.scanning);
});

test('a connection lost on the way keeps what was heard', async (t) => {
  const { adapter, said, recording, pass, read } = await start(t, { name: 'mystery', grams: '480' });
  const scale = unknown();
  await pass(1);
  adapter.hear(scale);
  await isSaid(said, /запись идёт 10 секунд/);
  scale.send('0102');
  scale.leave();
  await recording;
  t.is((await read()).frames.length, 1);
  t.true(said.some((line) => /Связь пропала раньше времени/.test(line)));
});

test('a scale that only broadcasts is heard without a connection', async (t) => {
  const { adapter, said, recording, pass, read } = await start(t, { name: 'SC02', grams: '53.5' });
  const manufacturerData = Buffer.from('ffff0f05020014e45a00020050fb198aa0c2ea', 'hex');
  const scale = fakeScale({ address: 'AA:BB:CC:DD:EE:03', name: 'SC02', manufacturerData });
  scale.state.refuses = true;
  await pass(1);
  adapter.hear(scale);
  await isSaid(said, /запись идёт 10 секунд/);
  for (let n = 0; n < 3; n += 1) adapter.hear(scale);
  await pass(11);
  await recording;
  const { frames, scale: recorded } = await read();
  t.deepEqual(
    frames.map(({ from }) => from),
    ['broadcast:manufacturer'],
    'the same data is kept once',
  );
  t.is(recorded.manufacturerData, manufacturerData.toString('hex'));
});

test('a port is listened to and not written to', async (t) => {
  const computer = fakePorts();
  computer.plug('/dev/ttyUSB0', () => undefined);
  const options = { port: '/dev/ttyUSB0', speed: '4800e', grams: '419' };
  const { recording, pass, read } = await start(t, options, undefined, computer);
  await pass(1);
  computer.send('/dev/ttyUSB0', '55aaa30100');
  await pass(11);
  await recording;
  const { frames, scale } = await read();
  t.deepEqual(scale.serial, { baudRate: 4800, parity: 'even' });
  t.deepEqual(
    frames.map(({ from }) => from),
    ['serial'],
  );
  t.deepEqual(computer.asked, []);
});

test('what goes wrong is said in words, and no file is left', async (t) => {
  const refused = async (what: RegExp, options: RecordOptions, answers?: string[]): Promise<void> => {
    const { recording, pass, files } = await start(t, options, answers);
    await pass(45);
    await t.throwsAsync(recording, { message: what });
    t.deepEqual(await files(), []);
  };
  await refused(/Укажите --grams/, { name: 'x' });
  await refused(/После --grams: нужны граммы/, { name: 'x', grams: 'много' });
  await refused(/Укажите --name/, { grams: '1' });
  await refused(/Рядом нет ни одного/, {}, []);
  await refused(/Рядом нет ни одного/, { name: 'x', grams: '1' });
  await refused(/Порта COM9 нет\. Есть: ни одного/, { port: 'COM9', grams: '1' });
  await refused(/После --speed/, { port: 'COM9', speed: 'fast', grams: '1' });
  const silent = await start(t, { name: 'Mystery', grams: '1' });
  await silent.pass(1);
  silent.adapter.hear(unknown());
  await silent.pass(12);
  await t.throwsAsync(silent.recording, { message: /ничего не сказали за 10 секунд/ });
  const other = await start(t, { name: 'Mystery', grams: '1' });
  await other.pass(1);
  other.adapter.hear(fakeScale({ address: 'AA:01', name: 'JBL Flip' }));
  await other.pass(31);
  await t.throwsAsync(other.recording, { message: /Весов «Mystery» не слышно\. Слышно: JBL Flip/ });
});

test('who stops it leaves nothing behind, whenever it is', async (t) => {
  for (const isConnected of [false, true]) {
    const { adapter, said, recording, pass, files, stop } = await start(t, { name: 'Mystery', grams: '1' });
    const scale = unknown();
    await pass(1);
    if (isConnected) {
      adapter.hear(scale);
      await isSaid(said, /запись идёт 10 секунд/);
      scale.send('0102');
    }
    stop.abort();
    await t.throwsAsync(recording, { message: 'Ничего не записано' });
    t.deepEqual(await files(), []);
    t.is(scale.state.connected, 0);
  }
});

test('the command names what it misses, and a recording of a scale that nobody knows is not played', async (t) => {
  const folder = await newConfigFolder();
  const bridge = startBridgeProcess(t, ['record'], { folder });
  t.is(await bridge.ended, 1);
  t.regex(bridge.text(), /^Укажите --grams[^\n]*\n$/);
  const file = join(folder, 'mystery.txt');
  const text =
    '{"kind":"ostatok-scale-recording","version":1,"name":"Mystery 5","services":[],"characteristics":[],"weightG":1,"recordedAt":"2026-11-27"}\n';
  await writeFile(file, text);
  t.throws(() => parsePlayed(text, scaleModels), { message: /Весы «Mystery 5» мосту ещё не знакомы/ });
  const env = { OSTATOK_VENUE_URL: 'http://127.0.0.1:9', OSTATOK_TOKEN: 'x' };
  const played = startBridgeProcess(t, ['--replay', file], { folder, env });
  t.is(await played.ended, 1);
  t.regex(played.text(), /^Весы «Mystery 5» мосту ещё не знакомы[^\n]*\n$/);
});

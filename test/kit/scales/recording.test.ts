import { bluetoothModels, cableModels } from '@ostatok/kit/scales/index.ts';
import { isScaleRecording, parseRecording } from '@ostatok/kit/scales/read-recording.ts';
import { playableRecording } from '@ostatok/kit/scales/recorded-model.ts';
import {
  createFrameLog,
  formatRecording,
  MOST_BYTES,
  MOST_FRAMES,
  recordingName,
  type ScaleRecording,
  typedGrams,
} from '@ostatok/kit/scales/scale-recording.ts';
import test from 'ava';
import fc from 'fast-check';

const models = { bluetooth: bluetoothModels, cable: cableModels };
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

const KITCHEN: ScaleRecording = {
  scale: {
    name: 'Весы «Кухня» ',
    services: ['fff0', '0000180f-0000-1000-8000-00805f9b34fb'],
    characteristics: [{ uuid: 'fff4', properties: ['notify', 'read'] }],
    manufacturerData: 'd0060107',
    serviceData: [{ uuid: '181c', hex: '0020' }],
  },
  weightG: 1250.5,
  recordedAt: '2026-11-27T10:00:00.000Z',
  frames: [
    { from: 'fff4', bytes: bytes('03ce1b93000045'), afterMs: 12 },
    { from: 'broadcast:181c', bytes: bytes(''), afterMs: 0 },
  ],
};

test('a recording is read as it was written', (t) => {
  const text = formatRecording(KITCHEN);
  t.true(isScaleRecording(text));
  t.deepEqual(parseRecording(text), KITCHEN);
  t.deepEqual(parseRecording(`${text.replaceAll('\n', '\r\n\r\n')}`), KITCHEN, 'with the line ends of another system');
  const cable = {
    ...KITCHEN,
    scale: { name: '', services: [], characteristics: [], serial: { baudRate: 4800, parity: 'even' as const } },
  };
  t.deepEqual(parseRecording(formatRecording(cable)), cable);
  t.false(isScaleRecording('{"model":"decent-scale","hex":"00"}\n'));
});

test('a file has the name of its scale in letters that every system takes', (t) => {
  t.is(recordingName(KITCHEN), 'ostatok-scale-Весы-Кухня-2026-11-27.txt');
  const { scale, recordedAt } = KITCHEN;
  t.is(
    recordingName({ scale: { ...scale, name: '../../etc/passwd' }, recordedAt }),
    'ostatok-scale-etc-passwd-2026-11-27.txt',
  );
  t.is(recordingName({ scale: { ...scale, name: '☕' }, recordedAt }), 'ostatok-scale-unknown-2026-11-27.txt');
});

const head = formatRecording({ ...KITCHEN, frames: [] });
const changed = (fields: object): string => `${JSON.stringify({ ...JSON.parse(head), ...fields })}\n`;
const refusals: [what: string, text: string, why: RegExp][] = [
  ['nothing', ' \n', /пуста/],
  ['a word', 'весы', /строка 1: это не JSON/],
  ['another file', '{"a":1}', /строка 1: это не запись весов/],
  ['a later version', changed({ version: 2 }), /строка 1: запись другой версии/],
  ['no weight', changed({ weightG: undefined }), /строка 1: weightG — число/],
  ['a weight below zero', changed({ weightG: -1 }), /строка 1: weightG — число/],
  ['a name that is no text', changed({ name: ['Весы'] }), /строка 1: name — текст/],
  ['a long name', changed({ name: 'я'.repeat(249) }), /строка 1: name — текст до 248/],
  ['a service that is no UUID', changed({ services: ['<script>'] }), /строка 1: uuid/],
  [
    'characteristics without end',
    changed({ characteristics: Array.from({ length: 201 }, () => ({})) }),
    /строка 1: characteristics — список/,
  ],
  ['a day that is none', changed({ recordedAt: 'вчера' }), /строка 1: recordedAt — время/],
  ['a parity that is none', changed({ serial: { baudRate: 9600, parity: 'odd' } }), /строка 1: parity/],
  ['half a byte', `${head}\n{"from":"fff4","hex":"0","afterMs":0}`, /строка 3: в hex не/],
  ['a long frame', `${head}{"from":"fff4","hex":"${'00'.repeat(513)}","afterMs":0}`, /строка 2: hex — текст до/],
  ['time that runs back', `${head}{"from":"fff4","hex":"00","afterMs":-1}`, /строка 2: afterMs/],
  ['a time that never comes', `${head}{"from":"fff4","hex":"00","afterMs":1e300}`, /строка 2: afterMs/],
  ['a list for a frame', `${head}[]`, /строка 2: нужен объект/],
  ['too many frames', head + '{"from":"a","hex":"","afterMs":0}\n'.repeat(MOST_FRAMES + 1), /больше 2000 кадров/],
  ['too much', head + ' '.repeat(MOST_BYTES), /длиннее 256 КБ/],
];
for (const [what, text, why] of refusals) {
  test(`a recording is refused in words: ${what}`, (t) => {
    t.throws(() => parseRecording(text), { message: why });
  });
}

test('whatever a file holds, it is read or refused in words, and nothing else', (t) => {
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant(head.trim()),
    fc.constant('{"from":"a","hex":"00","afterMs":0}'),
  );
  const property = fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
    try {
      const { weightG, frames } = parseRecording(lines.join('\n'));
      return weightG >= 0 && frames.every(({ afterMs }) => afterMs >= 0);
    } catch (error) {
      return /^(Запись|В записи)/.test((error as Error).message);
    }
  });
  t.notThrows(() => fc.assert(property, { numRuns: 2000 }));
});

test('what is heard is kept up to a limit, in the file too', (t) => {
  let now = 5;
  const log = createFrameLog(() => now);
  now += 7;
  log.add('serial', new Uint8Array(1100));
  t.deepEqual(
    log.frames.map(({ bytes: part, afterMs }) => [part.length, afterMs]),
    [
      [512, 7],
      [512, 0],
      [76, 0],
    ],
  );
  for (let n = 0; n < 3000; n += 1) log.add('0000fff4-0000-1000-8000-00805f9b34fb', new Uint8Array(20));
  const text = formatRecording({ ...KITCHEN, frames: log.frames });
  t.true(text.length < MOST_BYTES, `${text.length}`);
  t.is(parseRecording(text).frames.length, log.frames.length);
});

test('grams are understood as people type them', (t) => {
  const typed: [string, number | undefined][] = [
    ['1250', 1250],
    [' 1 250,5 г', 1250.5],
    ['0', 0],
    ['много', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['900000', undefined],
  ];
  for (const [text, grams] of typed) t.is(typedGrams(text), grams, text);
});

test('the model is found by the name, then by what the scale has, and hears its own frames alone', (t) => {
  const frame = { bytes: bytes('feefc0a2d00500119400017b'), afterMs: 100 };
  const recording = (uuid: string): ScaleRecording => ({
    ...KITCHEN,
    scale: { name: 'Etekcity Nutrition Scale', services: [], characteristics: [{ uuid, properties: ['indicate'] }] },
    frames: [
      { ...frame, from: '2a19' },
      { ...frame, from: uuid },
    ],
  });
  const found = playableRecording(recording('00002c12-0000-1000-8000-00805f9b34fb'), models);
  t.is(found?.model.id, 'etekcity-esn00');
  t.deepEqual(
    found?.frames.map(({ afterMs }) => afterMs),
    [200],
    'the time of the frame left out is kept',
  );
  t.is(playableRecording(recording('fff1'), models)?.model.id, 'etekcity-a522');
  t.is(playableRecording(KITCHEN, models), undefined, 'nobody knows this name');
});

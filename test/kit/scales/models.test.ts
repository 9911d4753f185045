import { bytesOf } from '@ostatok/kit/scales/bytes.ts';
import { createFrameReader } from '@ostatok/kit/scales/frame-reader.ts';
import { bluetoothModels, scaleModels } from '@ostatok/kit/scales/index.ts';
import type { Frame, ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import test from 'ava';
import fc from 'fast-check';

function modelOf(id: string): ScaleModel {
  const model = scaleModels.find((one) => one.id === id);
  if (!model) throw new Error(`no model ${id}`);
  return model;
}
const read = (id: string, ...received: string[]): Frame[] =>
  received.map(bytesOf).flatMap(createFrameReader(modelOf(id)));

test('every model has an id of its own, a step, a range and a way to its frames', (t) => {
  t.is(new Set(scaleModels.map(({ id }) => id)).size, scaleModels.length);
  for (const { id, stepG, mostG, link } of scaleModels) {
    t.true(stepG > 0 && mostG >= 500 * stepG, id);
    if ('service' in link && link.hello) t.truthy(link.commands, id);
    if ('service' in link && link.tare) t.truthy(link.commands, id);
  }
});

/** The names that a scale is sold under, and the models it may be; its services decide between two. */
const names: [name: string, ...ids: string[]][] = [
  ['NSCALE', 'huajun-nscale'],
  ['Etekcity Nutrition Scale', 'etekcity-a522', 'etekcity-esn00'],
  ['LFSmart Scale', 'lefu-ck811'],
  ['LEFU-CK811', 'lefu-ck811'],
  ['Kitchen Scale', 'lefu-kitchen'],
  ['Salter', 'salter'],
  ['SC02', 'sc02'],
  ['sencorfood', 'sencorfood'],
  ['LUNAR-A1B2C3', 'acaia-old', 'acaia'],
  ['PYXIS-1234', 'acaia-old', 'acaia'],
  ['UMBRA-1', 'acaia-umbra'],
  ['FELICITA Arc', 'felicita'],
  ['BOOKOO_SC 232759', 'bookoo'],
  ['TIMEMORE_Dot ', 'timemore-dot'],
  ['TIMEMORE Scale', 'timemore-scale'],
  ['Varia AKU', 'varia-aku'],
  ['AKU MINI SCALE', 'varia-aku'],
  ['Microbalance', 'difluid-microbalance'],
  ['Mb Ti 1', 'difluid-ti'],
  ['CFS-9002', 'eureka'],
  ['Skale2', 'skale2'],
  ['HIROIA JIMMY', 'hiroia-jimmy'],
  ['SmartChef', 'smartchef'],
  ['my_scale', 'blackcoffee'],
  ['WeighMyBru', 'weighmybru'],
  ['Decent Scale', 'decent-scale'],
  ['Robi S9', 'robi-s9'],
  ['Kitchen thermometer'],
];
for (const [name, ...ids] of names) {
  test(`«${name}» is known by its name: ${ids.join(' or ') || 'nothing of ours'}`, (t) => {
    const services = ids.flatMap((id) => {
      const { link } = modelOf(id);
      return 'service' in link ? [link.service] : [];
    });
    const claimed = bluetoothModels.filter((model) => model.matches({ name, services, dataOf: [] }));
    t.deepEqual(new Set(claimed.map(({ id }) => id)), new Set(ids));
    t.is(new Set(services).size, services.length, 'their services tell them apart');
  });
}

const WEIGHT = 'efdd0c0805d43000000100dd35';
test('a frame that comes in pieces, or after noise, is read once; a broken one does not take the next with it', (t) => {
  const whole = { weightG: 1250, stepG: 0.1 };
  t.deepEqual(read('acaia', WEIGHT.slice(0, 6), WEIGHT.slice(6, 20), WEIGHT.slice(20)), [whole]);
  t.deepEqual(read('acaia', `ffef00${WEIGHT}`, WEIGHT), [whole, whole]);
  t.deepEqual(read('acaia', `${WEIGHT.slice(0, -2)}36${WEIGHT}`), [{ error: 'checksum' }, whole]);
  t.deepEqual(read('acaia', WEIGHT.slice(0, 14), WEIGHT).at(-1), whole);
});

test('a scale that once says that it shows ounces is read in grams from then on', (t) => {
  const twelveAndAHalf = 'efdd0c08057d00000001008605';
  const [inGrams, weight] = read('acaia', 'efdd08095d020201000101000d60', twelveAndAHalf);
  t.like(inGrams, { error: 'other', display: 'g' });
  t.like(weight, { weightG: 12.5, unit: 'g' });
  const [inOunces, shown] = read('acaia', 'efdd08095d050201000101001060', twelveAndAHalf);
  t.like(inOunces, { error: 'other', display: 'oz' });
  t.like(shown, { weightG: 354.369, unit: 'oz' });
});

test('a display that counts in what is no weight is refused in place of a wrong number', (t) => {
  const frames: [id: string, hex: string][] = [
    ['huajun-nscale', 'ac0500000c12ca4b'],
    ['etekcity-esn00', 'feefc0a2d00500119402017d'],
    ['salter', '08070301004602'],
    ['lefu-kitchen', '000000e2040000000700'],
    ['hiroia-jimmy', '09000000d93000'],
  ];
  for (const [id, hex] of frames) t.deepEqual(read(id, hex), [{ error: 'unit' }], id);
});

/** What each model sends with a weight; the last frame has one. */
const weights: Record<string, string[]> = {
  acaia: ['efdd08095d020201000101000d60', WEIGHT],
  'acaia-old': ['efdd08095d020201000101000d60', WEIGHT],
  'acaia-umbra': ['efdd0c080500000032010d0944'],
  blackcoffee: [`00000100131250${'00'.repeat(8)}`],
  bookoo: ['030b003034022b0027102b00eb57012c000000a8'],
  cas: ['0102532030312e3235306b67670304'],
  'decent-scale': ['03ce1b93000045'],
  'difluid-microbalance': ['dfdf03000d000002f800000000000a27b000a9'],
  'difluid-ti': ['dfdf03000d000002f800000000000a27b000a9'],
  'etekcity-a522': ['a522810b00a90187a10000d40300020001'],
  'etekcity-esn00': ['feefc0a2d00500119400017b'],
  eureka: ['aa094100000000d4300000'],
  felicita: ['01022b3030303030302067534f3022890d0a'],
  'hiroia-jimmy': ['01000000d93000'],
  'huajun-nscale': ['ac050002cd02cacf'],
  hutbit: ['ac0203490000ca16'],
  'lefu-ck811': ['000000d43000000004'],
  'lefu-kitchen': ['000000e2040000000400'],
  'massa-k-100': ['f855ce090024e2040000010100005e05'],
  'massa-k-2': ['8000e20400'],
  'massa-k-print': ['55aae20400'],
  'mi-body-scale': ['0020000000000000000000e800'],
  'mt-sics': ['5320532020202020203130302e303020670d0a'],
  pos2: ['020b3a001500e2040000000000c2'],
  'robi-s9': [`030800a300012dc2${'00'.repeat(11)}13`],
  salter: ['08070301024600'],
  sc02: ['0f05020014e45a00020050fb198aa0c2ea'],
  sencorfood: ['000004e200000000'],
  'sig-body-composition': ['0004c800c800'],
  'sig-weight-scale': ['00e800'],
  skale2: ['00d9300000'],
  smartchef: ['000000000030d90000'],
  'timemore-dot': ['a55a010100090000045303e70000000000'],
  'timemore-scale': ['107808000078080000'],
  'usb-pos': ['030403fec200'],
  'varia-aku': ['fa010301e240a1'],
  'vitafit-vt701': ['5a0a26100200000021342baa'],
  weighmybru: ['00409c44'],
  'weight-gurus': ['1f2d1e00fe'],
};

test('a person is asked about grams where neither frames nor a command tell, and nowhere else', (t) => {
  t.deepEqual(Object.keys(weights).sort(), scaleModels.map(({ id }) => id).sort(), 'a weight of each model');
  for (const [id, frames] of Object.entries(weights)) {
    const model = modelOf(id);
    const weight = read(id, ...frames).at(-1);
    if (weight === undefined || 'error' in weight) return t.fail(`${id}: ${JSON.stringify(weight)}`);
    const isSet = 'service' in model.link && model.link.helloSetsGrams === true;
    t.is(model.isUnitUnknown === true, weight.unit === undefined && !isSet, id);
    t.false(isSet && weight.unit !== undefined, id);
  }
});

/** Real frames and noise, cut, doubled, joined and out of order. */
const samples = [...new Set(Object.values(weights).flat())].map(bytesOf);
const piece = fc
  .tuple(fc.oneof(fc.constantFrom(...samples), fc.uint8Array({ maxLength: 24 })), fc.nat(24), fc.nat(24), fc.boolean())
  .map(([bytes, from, length, whole]) => (whole ? bytes : bytes.subarray(from, from + length)));

test('whatever arrives in whatever pieces, nothing breaks, and a weight is one that the scale can carry', (t) => {
  const property = fc.property(fc.constantFrom(...scaleModels), fc.array(piece, { maxLength: 6 }), (model, pieces) => {
    const reader = createFrameReader(model);
    return pieces.flatMap(reader).every((frame) => {
      if ('error' in frame) return typeof frame.error === 'string';
      return Number.isFinite(frame.weightG) && Math.abs(frame.weightG) <= model.mostG * 1.1;
    });
  });
  t.notThrows(() => fc.assert(property, { numRuns: 100_000 }));
});

/** Models whose frames have a checksum: a changed byte is noticed. */
const summed: Record<string, string> = {
  'etekcity-esn00': 'feefc0a2d00500119400017b',
  'etekcity-a522': 'a522810b00a90187a10000d40300020001',
  sc02: '0f05020014e45a00020050fb198aa0c2ea',
  'varia-aku': 'fa010301e240a1',
  acaia: WEIGHT,
  bookoo: '030b003034022b0027102b00eb57012c000000a8',
  'difluid-microbalance': 'dfdf03000d000002f800000000000a27b000a9',
  'massa-k-100': 'f855ce090024e2040000010100005e05',
  pos2: '020b3a001500e2040000000000c2',
  cas: '0102532030312e3235306b67670304',
};
for (const [id, hex] of Object.entries(summed)) {
  test(`${id}: a frame is refused when any of its bits turns over on the way`, (t) => {
    const whole = bytesOf(hex);
    const model = modelOf(id);
    t.true('weightG' in model.parse(whole));
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const broken = Uint8Array.from(whole, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      t.true('error' in model.parse(broken), `bit ${bit}`);
    }
  });
}

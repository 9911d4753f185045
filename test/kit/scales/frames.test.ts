import { decentScale } from '@ostatok/kit/scales/decent-scale.ts';
import { frameOf } from '@ostatok/kit/scales/frame-reader.ts';
import { hutbitScale } from '@ostatok/kit/scales/hutbit-scale.ts';
import { bluetoothModels, scaleModels } from '@ostatok/kit/scales/index.ts';
import { miBodyScale } from '@ostatok/kit/scales/mi-body-scale.ts';
import { robiS9 } from '@ostatok/kit/scales/robi-s9.ts';
import type { Advertisement, Frame, ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import { sigBodyComposition } from '@ostatok/kit/scales/sig-body-composition.ts';
import { sigWeightScale } from '@ostatok/kit/scales/sig-weight-scale.ts';
import { vitafitVt701 } from '@ostatok/kit/scales/vitafit-vt701.ts';
import { weightGurus } from '@ostatok/kit/scales/weight-gurus.ts';
import test from 'ava';
import fc from 'fast-check';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');

type Row = [what: string, hex: string, expected: Frame];
const POUND = 4.5359237;

const frames: [ScaleModel, Row[]][] = [
  [
    sigWeightScale,
    [
      ['an empty platter', '00 0000', { weightG: 0, stable: true, unit: 'kg' }],
      ['6 steps of 5 g', '00 0600', { weightG: 30, stable: true, unit: 'kg' }],
      ['1.00 lb', '01 6400', { weightG: 454, stable: true, stepG: POUND, unit: 'lb' }],
      ['a timestamp behind the weight', '02 c800 e907 0b15 0c00 00', { weightG: 1000, stable: true, unit: 'kg' }],
      [
        'all the optional fields',
        '0e c800 e907 0b15 0c00 00 01 0000 0000',
        { weightG: 1000, stable: true, unit: 'kg' },
      ],
      ['a measurement that failed', '00 ffff', { error: 'measurement_unsuccessful' }],
      ['nothing', '', { error: 'short' }],
      ['half a weight', '00 c8', { error: 'short' }],
      ['a flag for a timestamp that is cut off', '02 c800 e907', { error: 'short' }],
      ['reserved flags, as the first Mi Scale sets', '22 c800 e907 0b15 0c00 00', { error: 'other' }],
    ],
  ],
  [
    decentScale,
    [
      ['0.0 g at rest', '03ce 0000 0000 cd', { weightG: 0, stable: true, unit: 'g' }],
      ['12.3 g changing', '03ca 007b 0000 b2', { weightG: 12.3, stable: false, unit: 'g' }],
      ['less than nothing after the tare', '03ce ff85 0000 b7', { weightG: -12.3, stable: true, unit: 'g' }],
      ['a timer, all of it summed', '03ce 007b 010205 0000 b0', { weightG: 12.3, stable: true, unit: 'g' }],
      ['a timer that the sum leaves out', '03ce 007b 010203 0400 b6', { weightG: 12.3, stable: true, unit: 'g' }],
      ['a wrong sum', '03ce 007b 0000 b7', { error: 'checksum' }],
      ['a pressed button', '03aa 0101 0000 a9', { error: 'other' }],
      ['a cut frame', '03ce 007b', { error: 'short' }],
      ['eight bytes', '03ce 007b 000000 b6', { error: 'short' }],
    ],
  ],
  [
    sigBodyComposition,
    [
      [
        'every field in front of the weight',
        `fe07 c800 ${'00'.repeat(22)} c800`,
        { weightG: 1000, stable: true, unit: 'kg' },
      ],
      ['no weight in it', '0002 c800 8813', { error: 'other' }],
      ['a weight that is cut off', '0006 c800 8813 80', { error: 'short' }],
      ['a weighing that failed', '0004 c800 ffff', { error: 'measurement_unsuccessful' }],
      ['a measurement that failed', '0004 ffff c800', { error: 'measurement_unsuccessful' }],
    ],
  ],
  [
    miBodyScale,
    [
      ['a bottle', `0020 ${'00'.repeat(9)} e800`, { weightG: 1160, stable: true, unit: 'kg' }],
      ['more than it can carry', `0020 ${'00'.repeat(9)} ffff`, { weightG: 327_675, stable: true, unit: 'kg' }],
      ['too long', `0020 ${'00'.repeat(9)} e80000`, { error: 'other' }],
    ],
  ],
  [
    hutbitScale,
    [
      ['84.1 kg at rest', 'ac02 0349 0000 ca 16', { weightG: 84_100, stable: true, unit: 'kg' }],
      ['a keg, still moving', 'ac02 012c 0000 ce fb', { weightG: 30_000, stable: false, unit: 'kg' }],
      ['an answer to a command', 'ac02 fe06 0000 cc d0', { error: 'other' }],
      ['more than it can carry', 'ac02 ffff 0000 ca c8', { error: 'range' }],
      ['cut', 'ac02 0349 0000 ca', { error: 'short' }],
    ],
  ],
  [
    robiS9,
    [
      ['77.25 kg', `0308 00a3 00 012dc2 ${'00'.repeat(11)} 13`, { weightG: 77_250, stable: true, unit: 'g' }],
      ['a wrong sum', `0308 00a3 00 012dc2 ${'00'.repeat(11)} 14`, { error: 'checksum' }],
      ['a frame of the moving platter', `0308 00a2 00 012dc2 ${'00'.repeat(11)} 12`, { error: 'not_final' }],
      ['16 t', `0308 00a3 00 ffffff ${'00'.repeat(11)} 00`, { error: 'range' }],
      ['cut', '0308 00a3 00 012dc2', { error: 'short' }],
    ],
  ],
  [
    vitafitVt701,
    [
      ['85.00 kg at rest', '5a0a 2610 02 0000 002134 2b aa', { weightG: 85_000, stable: true, unit: 'kg' }],
      [
        'the byte before the weight is no part of it',
        '5a0a 2610 02 0000 212134 0a aa',
        { weightG: 85_000, stable: true, unit: 'kg' },
      ],
      ['still moving', '5a0a 2610 01 0000 002134 28 aa', { weightG: 85_000, stable: false, unit: 'kg' }],
      ['impedance', '5a0b 2611 000000000001 89 b4 aa', { error: 'other' }],
      ['a wrong length', '5a0b 2610 02 0000 002134 2a aa', { error: 'short' }],
      ['more than it can carry', '5a0a 2610 02 0000 ffffff c1 aa', { error: 'range' }],
    ],
  ],
  [
    weightGurus,
    [
      ['77.25 kg', '1f 2d1e00 fe', { weightG: 77_250, stable: true, stepG: 10, unit: 'kg' }],
      ['a bottle in grams', '00 880400 fd', { weightG: 1160, stable: true, stepG: 1, unit: 'kg' }],
      ['tenths of a gram', '00 502d00 fc', { weightG: 1160, stable: true, stepG: 0.1, unit: 'kg' }],
      ['no number', '00 ffff7f 00', { error: 'measurement_unsuccessful' }],
      ['infinity', '00 feff7f 00', { error: 'measurement_unsuccessful' }],
      ['a huge exponent', '00 010000 7f', { error: 'range' }],
      ['cut', '00 2d1e00', { error: 'short' }],
    ],
  ],
];
for (const [model, rows] of frames) {
  for (const [what, hex, expected] of rows) {
    test(`${model.name}: ${what}`, (t) => t.deepEqual(frameOf(model, bytes(hex)), expected));
  }
}

test('a frame in the middle of a larger buffer is read where it stands', (t) => {
  const buffer = bytes('ffff 00c800');
  t.deepEqual(sigWeightScale.parse(buffer.subarray(2)), { weightG: 1000, stable: true, unit: 'kg' });
});

/** Frames of random bytes, and frames that begin like a real one. */
const anyFrame = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .tuple(fc.constantFrom(...frames.flatMap(([, rows]) => rows.map(([, hex]) => bytes(hex)))), fc.nat(), fc.nat(255))
    .map(([frame, at, byte]) => Uint8Array.from(frame, (old, index) => (index === at % frame.length ? byte : old))),
);

test('whatever bytes come, no model breaks or tells a weight that cannot be', (t) => {
  const property = fc.property(anyFrame, fc.constantFrom(...scaleModels), (frame, model) => {
    const read = frameOf(model, frame);
    if ('error' in read) return typeof read.error === 'string';
    const stepG = read.stepG ?? model.stepG;
    return (
      Number.isFinite(read.weightG) && Math.abs(read.weightG) <= model.mostG * 1.1 && stepG > 0 && stepG <= 1_000_000
    );
  });
  t.notThrows(() => fc.assert(property, { numRuns: 20_000 }));
});

test('a frame with a sum in it is refused when any of its bits turns over on the air', (t) => {
  const summed: [ScaleModel, string][] = [
    [decentScale, '03ce 007b 0000 b6'],
    [hutbitScale, 'ac02 0349 0000 ca 16'],
    [vitafitVt701, '5a0a 2610 02 0000 002134 2b aa'],
  ];
  for (const [model, hex] of summed) {
    const whole = bytes(hex);
    t.true('weightG' in model.parse(whole), model.name);
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const broken = Uint8Array.from(whole, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      t.true('error' in model.parse(broken), `${model.name}, bit ${bit}`);
    }
  }
});

test('no two models claim one advertisement', (t) => {
  const advertisements: [Advertisement, string | undefined][] = [
    [{ name: 'Decent Scale', services: ['fff0'], dataOf: [] }, 'decent-scale'],
    [{ name: 'KERN', services: ['181d'], dataOf: [] }, 'sig-weight-scale'],
    [{ name: 'BF720', services: ['181b', '181d'], dataOf: [] }, 'sig-weight-scale'],
    [{ name: '', services: ['181b'], dataOf: [] }, 'sig-body-composition'],
    [{ name: 'MIBFS', services: ['181b'], dataOf: ['181b'] }, 'mi-body-scale'],
    [{ name: '', services: [], dataOf: ['181b'] }, 'mi-body-scale'],
    [{ name: 'Hutbit Scale', services: ['ffb0'], dataOf: [] }, 'hutbit'],
    [{ name: 'Robi S9', services: ['ffb0'], dataOf: [] }, 'robi-s9'],
    [{ name: 'Vitafit VT701', services: ['fff0'], dataOf: [] }, 'vitafit-vt701'],
    [{ name: '10376B', services: [], dataOf: [] }, 'weight-gurus'],
    [{ name: 'Headphones', services: ['110b'], dataOf: [] }, undefined],
  ];
  for (const [seen, id] of advertisements) {
    t.deepEqual(
      bluetoothModels.filter((model) => model.matches(seen)).map((model) => model.id),
      id ? [id] : [],
      seen.name,
    );
  }
  const services = fc.subarray(['181d', '181b', 'fff0', 'ffb0', '110b']);
  const anything = fc.property(services, fc.subarray(['181b', '181d']), (given, dataOf) => {
    return bluetoothModels.filter((model) => model.matches({ name: '', services: given, dataOf })).length <= 1;
  });
  t.notThrows(() => fc.assert(anything));
});

import test from 'ava';
import { decentScale } from '../../../scales-bridge/src/models/decent-scale.ts';
import { scaleModels } from '../../../scales-bridge/src/models/index.ts';
import type { Frame } from '../../../scales-bridge/src/models/scale-model.ts';
import { sigWeightScale } from '../../../scales-bridge/src/models/sig-weight-scale.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');

const sig: [string, string, Frame][] = [
  ['an empty platter', '00 0000', { weightG: 0, stable: true }],
  ['6 steps of 5 g', '00 0600', { weightG: 30, stable: true }],
  ['1.00 lb', '01 6400', { weightG: 454, stable: true }],
  ['a timestamp behind the weight', '02 c800 e907 0b15 0c00 00', { weightG: 1000, stable: true }],
  ['all the optional fields', '0e c800 e907 0b15 0c00 00 01 0000 0000', { weightG: 1000, stable: true }],
  ['a measurement that failed', '00 ffff', { error: 'measurement_unsuccessful' }],
  ['nothing', '', { error: 'short' }],
  ['half a weight', '00 c8', { error: 'short' }],
  ['a flag for a timestamp that is cut off', '02 c800 e907', { error: 'short' }],
];
for (const [what, hex, expected] of sig) {
  test(`Weight Scale Service: ${what}`, (t) => t.deepEqual(sigWeightScale.parse(bytes(hex)), expected));
}

const decent: [string, string, Frame][] = [
  ['0.0 g at rest', '03ce 0000 0000 cd', { weightG: 0, stable: true }],
  ['12.3 g changing', '03ca 007b 0000 b2', { weightG: 12.3, stable: false }],
  ['less than nothing after the tare', '03ce ff85 0000 b7', { weightG: -12.3, stable: true }],
  ['a timer, all of it summed', '03ce 007b 010205 0000 b0', { weightG: 12.3, stable: true }],
  ['a timer that the sum leaves out', '03ce 007b 010203 0400 b6', { weightG: 12.3, stable: true }],
  ['a wrong sum', '03ce 007b 0000 b7', { error: 'checksum' }],
  ['a pressed button', '03aa 0101 0000 a9', { error: 'other' }],
  ['a cut frame', '03ce 007b', { error: 'short' }],
  ['eight bytes', '03ce 007b 000000 b6', { error: 'short' }],
];
for (const [what, hex, expected] of decent) {
  test(`Decent Scale: ${what}`, (t) => t.deepEqual(decentScale.parse(bytes(hex)), expected));
}

test('a frame in the middle of a larger buffer is read where it stands', (t) => {
  const buffer = bytes('ffff 00c800');
  t.deepEqual(sigWeightScale.parse(buffer.subarray(2)), { weightG: 1000, stable: true });
});

test('no two models claim one advertisement', (t) => {
  const advertisements = [
    { name: 'Decent Scale', services: ['fff0'] },
    { name: 'KERN', services: ['181d'] },
    { name: 'Headphones', services: ['110b'] },
  ];
  const claims = advertisements.map((one) => scaleModels.filter((model) => model.matches(one)).length);
  t.deepEqual(claims, [1, 1, 0]);
});

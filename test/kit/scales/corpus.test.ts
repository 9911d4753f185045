import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf } from '@ostatok/kit/scales/bytes.ts';
import { createFrameReader, frameOf } from '@ostatok/kit/scales/frame-reader.ts';
import { scaleModels } from '@ostatok/kit/scales/index.ts';
import type { Connection, ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import test from 'ava';

interface Vector {
  id: string;
  protocol: string;
  characteristic?: string;
  hex: string;
  expect: {
    /** Null where the number counts in what is no weight. */
    weight_g?: number | null;
    stable?: boolean;
    unit?: string;
    error?: string;
    not_weight?: string;
    command?: string;
  };
}
const files = ['vectors.json', 'kitchen.json'];
const pathOf = (file: string): string => join(process.env.OSTATOK_CORPUS ?? '', 'scales', file);

/** Our models by the corpus's names of their protocols. */
const modelIds: Record<string, string> = {
  sig_weight_measurement: 'sig-weight-scale',
  sig_body_composition: 'sig-body-composition',
  decent_scale: 'decent-scale',
  decent: 'decent-scale',
  robi_s9: 'robi-s9',
  ac02_deci: 'hutbit',
  vitafit_vt701: 'vitafit-vt701',
  ieee11073_float32: 'weight-gurus',
  mi_body_composition_scale2: 'mi-body-scale',
  'salter-ffe1': 'salter',
  'sc02-broadcast (manufacturer data)': 'sc02',
  'lefu-kitchen-scale-1g': 'lefu-kitchen',
  'eureka-cfs9002': 'eureka',
  'timemore-181d': 'timemore-scale',
  'massa-k-print-5b': 'massa-k-print',
  'cas-ecr': 'cas',
  'usb-hid-8d': 'usb-pos',
};
const modelOf = ({ protocol }: Vector): ScaleModel | undefined =>
  scaleModels.find(({ id }) => id === (modelIds[protocol] ?? protocol));

/** The corpus's errors in our words. */
const errors: Record<string, string> = {
  // how to read a Weight Measurement that is cut off after its weight is left open: we reject it
  short_or_weight_only: 'short',
  'bad-length': 'short',
  'too-short': 'short',
  incomplete: 'short',
  'bad-checksum': 'checksum',
  'bad-crc': 'checksum',
  'non-digit': 'other',
  nack: 'refused',
  syntax: 'refused',
  'not executable': 'refused',
};
const errorOf = (said: string): string => (/overload/.test(said) ? 'overload' : (errors[said] ?? said));

/** Frames whose source left out the checksum, or counted its length otherwise than scales do. */
const malformed = new Set(['acaia-8', 'acaia-9']);

/** The weights of ounces and pounds are rounded in the corpus: a vector of 176.37 lb is 80000.09 g. */
const roundingOf = ({ expect: { unit = '' } }: Vector): number => (unit === 'lb' ? 1 : unit === 'oz' ? 0.1 : 0);

const bytesOfVector = ({ hex }: Vector): Uint8Array => bytesOf(hex);
const commandsOf = (model: ScaleModel): Record<string, Uint8Array | undefined> => {
  const { tare, hello } = model.link as Connection;
  return { tare: tare?.[0], led_on: hello?.[0] };
};

function testVectors(vectors: Vector[]): void {
  test('the corpus has no protocol that no model reads', (t) => {
    t.deepEqual([...new Set(vectors.filter((one) => !modelOf(one)).map(({ protocol }) => protocol))], []);
  });

  for (const vector of vectors) {
    const { id, expect } = vector;
    const model = modelOf(vector);
    if (!model || malformed.has(id)) continue;
    test(`corpus: ${id}`, (t) => {
      const bytes = bytesOfVector(vector);
      if (expect.command !== undefined) return t.deepEqual(commandsOf(model)[expect.command], bytes);
      const frame = frameOf(model, bytes);
      if (expect.error !== undefined) return t.like(frame, { error: errorOf(expect.error) as never });
      if (expect.not_weight !== undefined) return t.like(frame, { error: 'other' });
      if (expect.weight_g === null) return t.like(frame, { error: 'unit' });
      if ('error' in frame) return t.fail(JSON.stringify(frame));
      const off = Math.abs(frame.weightG - (expect.weight_g ?? Number.NaN));
      t.true(off <= roundingOf(vector), `${frame.weightG} g, not ${expect.weight_g} g`);
      if (expect.stable !== undefined) t.is(frame.stable, expect.stable);
      // what arrives in two parts, or twice in one, is read as if it came alone
      if (model.framing?.lengthOf(bytes) !== bytes.length) return;
      const read = createFrameReader(model);
      const parts = [bytes.subarray(0, 4), bytes.subarray(4), Uint8Array.from([...bytes, ...bytes])];
      const weights = parts.flatMap(read).flatMap((one) => ('error' in one ? [] : one.weightG));
      t.deepEqual(weights, [frame.weightG, frame.weightG, frame.weightG]);
    });
  }

  test('no model takes what a scale of another model sends, unless no layout tells them apart', (t) => {
    const taken = vectors.flatMap((vector) => {
      const own = modelOf(vector);
      const bytes = bytesOfVector(vector);
      if ('command' in vector.expect || vector.expect.error !== undefined) return [];
      return scaleModels
        .filter(
          (model) =>
            model !== own && own !== undefined && areConfused(own, model) && !('error' in frameOf(model, bytes)),
        )
        .map((model) => `${vector.id}: ${model.id}`);
    });
    t.deepEqual(taken, []);
  });
}

/** Two scales of one maker, whose names alone tell them apart. */
const kin = new Set(['lefu-kitchen', 'lefu-ck811']);

/** Tells whether frames of one can reach the other: they share a characteristic, a broadcast or a kind of cable. */
function areConfused({ id, link: one }: ScaleModel, { id: otherId, link: other }: ScaleModel): boolean {
  if (kin.has(id) && kin.has(otherId)) return false;
  if ('broadcast' in one || 'broadcast' in other)
    return 'broadcast' in one && 'broadcast' in other && one.broadcast === other.broadcast;
  if ('serial' in one || 'serial' in other) return 'serial' in one && 'serial' in other;
  if ('hid' in one || 'hid' in other) return 'hid' in one && 'hid' in other;
  return one.service === other.service && one.characteristics.some((uuid) => other.characteristics.includes(uuid));
}

if (!files.every((file) => existsSync(pathOf(file)))) {
  test.skip(`frames of the corpus (scales/${files.join(', ')} are absent)`, () => undefined);
} else {
  testVectors(files.flatMap((file) => JSON.parse(readFileSync(pathOf(file), 'utf8')) as Vector[]));
}

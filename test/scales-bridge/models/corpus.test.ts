import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decentCommands } from '@ostatok/kit/scales/decent-scale.ts';
import { scaleModels } from '@ostatok/kit/scales/index.ts';
import test from 'ava';

interface Vector {
  id: string;
  protocol: string;
  hex: string;
  expect: { weight_g?: number; stable?: boolean; unit?: string; error?: string; command?: string };
}
const path = join(process.env.OSTATOK_CORPUS ?? '', 'scales/vectors.json');

/** Our models by the corpus's names of their protocols. */
const modelIds: Record<string, string> = {
  sig_weight_measurement: 'sig-weight-scale',
  sig_body_composition: 'sig-body-composition',
  decent_scale: 'decent-scale',
  robi_s9: 'robi-s9',
  ac02_deci: 'hutbit',
  vitafit_vt701: 'vitafit-vt701',
  ieee11073_float32: 'weight-gurus',
  mi_body_composition_scale2: 'mi-body-scale',
};
const commands: Record<string, Uint8Array> = { tare: decentCommands.tare, led_on: decentCommands.ledOn };
/** The corpus leaves open how to read a Weight Measurement that is cut off after its weight: we reject it. */
const decided: Record<string, string> = { short_or_weight_only: 'short' };
/** One vector of 176.37 lb is rounded up in its source: 80000.09 g. */
const POUND_ROUNDING_G = 1;

if (!existsSync(path)) {
  test.skip('frames of the corpus (scales/vectors.json is absent)', () => undefined);
} else {
  const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vector[];
  test('the corpus has no protocol that no model reads', (t) => {
    const unread = vectors.filter(({ protocol }) => !scaleModels.some(({ id }) => id === modelIds[protocol]));
    t.deepEqual(unread, []);
  });
  for (const { id, protocol, hex, expect } of vectors) {
    test(`corpus: ${id}`, (t) => {
      const bytes = Buffer.from(hex, 'hex');
      if (expect.command !== undefined) return t.deepEqual(Buffer.from(commands[expect.command] ?? []), bytes);
      const frame = scaleModels.find((model) => model.id === modelIds[protocol])?.parse(bytes);
      if (expect.error !== undefined)
        return t.deepEqual(frame, { error: decided[expect.error] ?? expect.error } as never);
      if (!frame || 'error' in frame) return t.fail(JSON.stringify(frame));
      const off = Math.abs(frame.weightG - (expect.weight_g ?? Number.NaN));
      t.true(off <= (expect.unit === 'lb' ? POUND_ROUNDING_G : 0), `${frame.weightG} g, not ${expect.weight_g} g`);
      if (expect.stable !== undefined) t.is(frame.stable, expect.stable);
    });
  }
}

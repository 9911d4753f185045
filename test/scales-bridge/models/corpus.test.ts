import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { decentScale } from '../../../scales-bridge/src/models/decent-scale.ts';
import type { ScaleModel } from '../../../scales-bridge/src/models/scale-model.ts';
import { sigWeightScale } from '../../../scales-bridge/src/models/sig-weight-scale.ts';

interface Vector {
  id: string;
  protocol: string;
  hex: string;
  expect: { weight_g?: number; stable?: boolean; error?: string; command?: string };
}
const path = join(process.env.OSTATOK_CORPUS ?? '', 'scales/vectors.json');
const models: Record<string, ScaleModel> = { sig_weight_measurement: sigWeightScale, decent_scale: decentScale };

if (!existsSync(path)) {
  test.skip('frames of the corpus (scales/vectors.json is absent)', () => undefined);
} else {
  for (const { id, protocol, hex, expect } of JSON.parse(readFileSync(path, 'utf8')) as Vector[]) {
    const model = models[protocol];
    // commands go to the scale, not from it
    if (!model || expect.command) continue;
    test(`corpus: ${id}`, (t) => {
      const frame = model.parse(Buffer.from(hex, 'hex'));
      if (expect.error !== undefined) {
        const allowed = expect.error === 'short_or_weight_only' ? ['short'] : [expect.error];
        t.true('error' in frame && allowed.includes(frame.error), JSON.stringify(frame));
      } else if (t.true('weightG' in frame, JSON.stringify(frame)) && 'weightG' in frame) {
        t.is(frame.weightG, expect.weight_g ?? Number.NaN);
        if (expect.stable !== undefined) t.is(frame.stable, expect.stable);
      }
    });
  }
}

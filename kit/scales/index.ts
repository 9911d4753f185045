import { decentScale } from './decent-scale.ts';
import { hutbitScale } from './hutbit-scale.ts';
import { miBodyScale } from './mi-body-scale.ts';
import { robiS9 } from './robi-s9.ts';
import type { ScaleModel } from './scale-model.ts';
import { sigBodyComposition } from './sig-body-composition.ts';
import { sigWeightScale } from './sig-weight-scale.ts';
import { vitafitVt701 } from './vitafit-vt701.ts';
import { weightGurus } from './weight-gurus.ts';

/** Every supported scale. No two models may match one advertisement, so their order does not matter. */
export const scaleModels: readonly ScaleModel[] = [
  sigWeightScale,
  sigBodyComposition,
  decentScale,
  miBodyScale,
  hutbitScale,
  robiS9,
  vitafitVt701,
  weightGurus,
];

import { decentScale } from './decent-scale.ts';
import type { ScaleModel } from './scale-model.ts';
import { sigWeightScale } from './sig-weight-scale.ts';

/** Every scale we know. No two may match one advertisement: their order means nothing. */
export const scaleModels: readonly ScaleModel[] = [sigWeightScale, decentScale];

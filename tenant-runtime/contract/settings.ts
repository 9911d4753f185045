import * as yup from 'yup';
import { areaName, line, recountThreshold, yesOrNo } from './fields.ts';
import { MAX_PRESET_TARE_G } from './limits.ts';

/** The most preset tares of a venue: they are chosen from buttons. */
export const MAX_PRESET_TARES = 10;

/** What stands on bottles while they are weighed, such as a pourer or a cork. */
const presetTares = yup
  .array()
  .of(
    yup.object({
      name: line('Название', 30).required('Назовите насадку'),
      grams: yup
        .number()
        .strict()
        .typeError('Укажите вес насадки в граммах')
        .required('Укажите вес насадки')
        .min(0.1, 'Вес насадки — от 0,1 г')
        .max(MAX_PRESET_TARE_G, `Вес насадки — до ${MAX_PRESET_TARE_G} г`),
    }),
  )
  .typeError('presetTares — список')
  .max(MAX_PRESET_TARES, `Не больше ${MAX_PRESET_TARES} насадок`);

/** Omitted settings stay. */
export const settingsSchema = yup.object({
  /** Areas offered when a count is opened. */
  areas: yup.array().of(areaName()).typeError('areas — список').max(50, 'Не больше 50 зон'),
  blindCounts: yesOrNo('blindCounts'),
  recountThreshold: recountThreshold(),
  /** Whether users who are not administrators may add items, from the phone and the chat. */
  staffAddsItems: yesOrNo('staffAddsItems'),
  /** Whether administrators read every Monday what the week has cost. */
  weeklyDigest: yesOrNo('weeklyDigest'),
  presetTares,
});
export type UpdateSettings = yup.InferType<typeof settingsSchema>;

export interface PresetTare {
  name: string;
  grams: number;
}

export interface Settings {
  areas: string[];
  blindCounts: boolean;
  recountThreshold: number | null;
  staffAddsItems: boolean;
  weeklyDigest: boolean;
  presetTares: PresetTare[];
}

export const defaultSettings: Settings = {
  areas: [],
  blindCounts: false,
  recountThreshold: null,
  staffAddsItems: true,
  weeklyDigest: true,
  presetTares: [],
};

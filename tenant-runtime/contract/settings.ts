import * as yup from 'yup';
import { areaName, recountThreshold, yesOrNo } from './fields.ts';

/** Omitted settings stay. */
export const settingsSchema = yup.object({
  /** Areas offered when a count is opened. */
  areas: yup.array().of(areaName()).typeError('areas — список').max(50, 'Не больше 50 зон'),
  blindCounts: yesOrNo('blindCounts'),
  recountThreshold: recountThreshold(),
  /** Whether users who are not administrators may add items, from the phone and the chat. */
  staffAddsItems: yesOrNo('staffAddsItems'),
});
export type UpdateSettings = yup.InferType<typeof settingsSchema>;

export interface Settings {
  areas: string[];
  blindCounts: boolean;
  recountThreshold: number | null;
  staffAddsItems: boolean;
}

export const defaultSettings: Settings = {
  areas: [],
  blindCounts: false,
  recountThreshold: null,
  staffAddsItems: true,
};

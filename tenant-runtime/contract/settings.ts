import * as yup from 'yup';
import { quantity, trimmed } from './items.ts';

/** Omitted settings stay. */
export const settingsSchema = yup.object({
  /** Areas offered when a count is opened. */
  areas: yup
    .array()
    .of(trimmed().typeError('Зона — текст').required('Назовите зону').max(60, 'Не длиннее 60 знаков'))
    .typeError('areas — список')
    .max(50, 'Не больше 50 зон'),
  blindCounts: yup.boolean().strict().typeError('blindCounts — да или нет'),
  recountThreshold: quantity().min(0.001, 'Порог больше нуля').nullable(),
  /** Whether users who are not administrators may add items, from the phone and the chat. */
  staffAddsItems: yup.boolean().strict().typeError('staffAddsItems — да или нет'),
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

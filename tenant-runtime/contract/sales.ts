import { clientId, MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { exactText, line, yesOrNo } from './fields.ts';
import { venueDay } from './reports.ts';
import { salesLayoutSchema } from './sales-layout.ts';

/** Systems that write files of sales; `table` is any other, by its columns. */
export const salesKinds = [
  'iiko',
  'rkeeper',
  'poster',
  'moysklad',
  'evotor',
  'square',
  'toast',
  '1c',
  'table',
] as const;
export type SalesKind = (typeof salesKinds)[number];

/** `free` is given without money; `void` was taken back before it was made; `written_off` was made and taken back. */
export const saleKinds = ['sold', 'free', 'refund', 'void', 'written_off'] as const;
export type SaleKind = (typeof saleKinds)[number];

export const salesFileStatuses = ['draft', 'applied', 'removed'] as const;
export type SalesFileStatus = (typeof salesFileStatuses)[number];

/** `open` is not decided, or lacks its factor. */
export const tillDishStates = ['open', 'decided', 'ignored'] as const;
export type TillDishState = (typeof tillDishStates)[number];

/** The longest period of a file without days. */
export const MAX_PERIOD_DAYS = 92;
export const MAX_DECIDED = 500;

const sourceId = () => rowId('Номер источника — целое число');

/** The fields beside an uploaded file. */
export const salesUploadSchema = yup.object({
  key: clientId('файла'),
  source_id: sourceId(),
  /** The JSON of a SalesLayout, which is stored with the source. */
  layout: exactText('Столбцы', 20_000),
  /** The period of a file that has no days, both included. */
  from: venueDay(),
  to: venueDay(),
});
export type SalesUpload = yup.InferType<typeof salesUploadSchema>;

export const addSalesSourceSchema = yup.object({
  name: line('Название', 100).required('Назовите источник'),
  kind: yup
    .string()
    .strict()
    .oneOf([...salesKinds], 'Такого вида источников нет'),
});
export type AddSalesSource = yup.InferType<typeof addSalesSourceSchema>;

/** Changes a source; what is left out stays. */
export const updateSalesSourceSchema = yup.object({
  name: line('Название', 100).min(1, 'Назовите источник'),
  layout: salesLayoutSchema.nullable().default(undefined),
});
export type UpdateSalesSource = yup.InferType<typeof updateSalesSourceSchema>;

/** Says of which till a draft is: a source, or the name of a new one. */
export const assignSalesFileSchema = yup.object({
  source_id: sourceId(),
  source_name: line('Название', 100).min(1, 'Назовите источник'),
});
export type AssignSalesFile = yup.InferType<typeof assignSalesFileSchema>;

export const applySalesFileSchema = yup.object({
  /** Writes sales although another source has the same: they are of another till. */
  again: yesOrNo('again'),
});

export const salesFilesFilterSchema = yup.object({ source: sourceId() });
export type SalesFilesFilter = yup.InferType<typeof salesFilesFilterSchema>;

export const tillDishesFilterSchema = yup.object({
  source: sourceId(),
  state: yup
    .string()
    .strict()
    .oneOf([...tillDishStates], 'Состояние — open, decided или ignored'),
});
export type TillDishesFilter = yup.InferType<typeof tillDishesFilterSchema>;

const target = (label: string) =>
  yup.number().strict().typeError(`${label} — число`).integer(`${label} — целое число`).min(1).max(MAX_ROW_ID);

/** Decides what dishes of a till are; nothing set and nothing ignored is an undo. */
export const decideTillDishesSchema = yup.object({
  dishes: yup
    .array(
      yup.object({
        id: target('Номер блюда').required('Укажите блюдо'),
        item_id: target('Номер позиции').nullable(),
        /** A dish with a recipe. */
        dish_id: target('Номер блюда').nullable(),
        /** Units of the item in one serving; left out, it is read from the serving. */
        factor: yup
          .number()
          .strict()
          .typeError('Пересчёт — число')
          .min(0.000001, 'Пересчёт больше нуля')
          .max(1_000_000, 'Пересчёт не больше миллиона')
          .nullable(),
        ignored: yesOrNo('ignored'),
      }),
    )
    .strict()
    .typeError('dishes — список')
    .required('Нет ни одного блюда')
    .min(1, 'Нет ни одного блюда')
    .max(MAX_DECIDED, `Не больше ${MAX_DECIDED} блюд за раз`),
});
export type DecideTillDishes = yup.InferType<typeof decideTillDishesSchema>;
export type DecidedTillDish = DecideTillDishes['dishes'][number];

export const salesSummarySchema = yup.object({
  from: venueDay().required('Укажите первый день'),
  to: venueDay().required('Укажите последний день'),
});
export type SalesSummaryQuery = yup.InferType<typeof salesSummarySchema>;

import { clientId, MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { exactText, line, quantity, recordedAt, yesOrNo } from './fields.ts';
import { units } from './items.ts';
import { venueDay } from './reports.ts';

export const deliveryStatuses = ['draft', 'posted', 'reversed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryKinds = [
  'manual',
  'upd',
  'torg12',
  'iiko_invoice',
  'egais_waybill',
  'egais_ttn',
  'table',
] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** The most lines of one delivery. */
export const MAX_LINES = 5000;

const supplierId = () => rowId('Номер поставщика — целое число');
const itemId = () =>
  yup
    .number()
    .strict()
    .typeError('Номер позиции — число')
    .integer('Номер позиции — целое число')
    .min(1)
    .max(MAX_ROW_ID);
const positive = () => quantity().min(0.001, 'Количество больше нуля');
const roubles = () =>
  yup
    .number()
    .strict()
    .typeError('Сумма — число рублей')
    .min(0, 'Сумма не меньше нуля')
    .max(1_000_000_000, 'Сумма не больше миллиарда рублей')
    .test('kopecks', 'Не больше двух знаков после запятой', (value) =>
      value == null ? true : Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
    );

/** The fields beside an uploaded file. */
export const deliveryUploadSchema = yup.object({
  key: clientId('поставки'),
  /** A supplier that a person has chosen, whose layout is used for a table. */
  supplier_id: supplierId(),
  /** The JSON of a DeliveryLayout, which is stored with the supplier. */
  layout: exactText('Столбцы', 20_000),
});
export type DeliveryUpload = yup.InferType<typeof deliveryUploadSchema>;

/** A delivery without a file; quantities are in the items' units. */
export const addDeliverySchema = yup.object({
  key: clientId('поставки'),
  supplier_id: supplierId().required('Выберите поставщика'),
  number: line('Номер', 100).nullable(),
  day: venueDay().nullable(),
  lines: yup
    .array(
      yup.object({
        item_id: itemId().required('Укажите позицию'),
        quantity: positive().required('Укажите количество'),
        /** Roubles for all of it, with VAT. */
        gross: roubles().nullable(),
      }),
    )
    .strict()
    .typeError('lines — список')
    .required('Нет ни одной строки')
    .min(1, 'Нет ни одной строки')
    .max(MAX_LINES, `Не больше ${MAX_LINES} строк`),
});
export type AddDelivery = yup.InferType<typeof addDeliverySchema>;

/** Changes a draft; what is left out stays. */
export const updateDeliverySchema = yup.object({
  supplier_id: supplierId().nullable(),
  number: line('Номер', 100).nullable(),
  day: venueDay().nullable(),
});
export type UpdateDelivery = yup.InferType<typeof updateDeliverySchema>;

/** Decides lines of a draft; what is left out stays. */
export const decideLinesSchema = yup.object({
  lines: yup
    .array(
      yup.object({
        place: yup.number().strict().typeError('Место строки — число').integer().min(1).max(MAX_LINES).required(),
        item_id: itemId().nullable(),
        /** Units of the item in one unit of the document. */
        factor: yup
          .number()
          .strict()
          .typeError('Пересчёт — число')
          .min(0.000001, 'Пересчёт больше нуля')
          .max(1_000_000, 'Пересчёт не больше миллиона')
          .nullable(),
        /** What the quantity is in, where the document names no unit: the factor follows from it. */
        counted_in: yup
          .string()
          .strict()
          .oneOf([...units], 'Количество — в шт, л или кг')
          .nullable(),
        /** In the document's unit. */
        quantity: positive(),
        /** What has really come, in the same unit: less costs less. Null: as the document says. */
        came: quantity().min(0, 'Не меньше нуля').nullable(),
        gross: roubles().nullable(),
        skipped: yesOrNo('skipped'),
      }),
    )
    .strict()
    .typeError('lines — список')
    .required('Нет ни одной строки')
    .min(1, 'Нет ни одной строки')
    .max(MAX_LINES, `Не больше ${MAX_LINES} строк`),
});
export type DecideLines = yup.InferType<typeof decideLinesSchema>;
export type DecidedLine = DecideLines['lines'][number];

export const postDeliverySchema = yup.object({
  /** When the goods came; without it the day of the document tells, and a person is asked where that is not enough. */
  received_at: recordedAt(),
  /** Whether the goods stood there already when the items were counted. */
  counted: yup
    .string()
    .strict()
    .oneOf(['before', 'after'] as const, 'counted — before или after'),
  /** Posts a delivery although one of this number and day is posted already. */
  again: yesOrNo('again'),
});
export type PostDelivery = yup.InferType<typeof postDeliverySchema>;

export const deliveriesFilterSchema = yup.object({
  supplier: supplierId(),
  status: yup
    .string()
    .strict()
    .oneOf([...deliveryStatuses], 'Состояние — draft, posted или reversed'),
  /** Days of the documents, both included. */
  from: venueDay(),
  to: venueDay(),
});
export type DeliveriesFilter = yup.InferType<typeof deliveriesFilterSchema>;

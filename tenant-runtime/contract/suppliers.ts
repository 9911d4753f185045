import { EMAIL_LIKE, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { deliveryLayoutSchema } from './delivery-layout.ts';
import { line } from './fields.ts';

const inn = () =>
  yup
    .string()
    .strict()
    .typeError('ИНН — текст')
    .matches(/^(\d{10}|\d{12})$/, 'В ИНН 10 или 12 цифр');

const contacts = {
  inn: inn().nullable(),
  phone: line('Телефон', 40).nullable(),
  email: line('Почта', 200)
    .matches(EMAIL_LIKE, { message: 'Адрес почты — вида zakaz@firma.ru', excludeEmptyString: true })
    .nullable(),
  telegram: line('Telegram', 60).nullable(),
  /** Who takes orders. */
  person: line('С кем говорить', 100).nullable(),
  /** As a person writes them: «вторник и пятница, заказ до 15:00». */
  delivery_days: line('Дни поставки', 200).nullable(),
  note: line('Примечание', 500).nullable(),
  layout: deliveryLayoutSchema.nullable().default(undefined),
};

export const addSupplierSchema = yup.object({
  name: line('Название', 200).required('Назовите поставщика'),
  ...contacts,
});
export type AddSupplier = yup.InferType<typeof addSupplierSchema>;

/** What is left out stays. */
export const updateSupplierSchema = yup.object({
  name: line('Название', 200).min(1, 'Назовите поставщика'),
  ...contacts,
});
export type UpdateSupplier = yup.InferType<typeof updateSupplierSchema>;

/** From whom an item is ordered; null: from whoever brought it last. */
export const itemSupplierSchema = yup.object({
  supplier_id: rowId('Номер поставщика — целое число').nullable().defined('Укажите поставщика'),
});
export type ItemSupplier = yup.InferType<typeof itemSupplierSchema>;

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
  email: line('Почта', 200).nullable(),
  telegram: line('Telegram', 60).nullable(),
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

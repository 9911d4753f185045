import * as yup from 'yup';
import { EMAIL_LIKE, uuid } from './fields.ts';

const address = () =>
  yup.string().strict().required().max(200).matches(EMAIL_LIKE, 'Адрес почты — вида zakaz@firma.ru');

/** A letter with an address to open is an advertisement sooner or later. */
const LINK = /:\/\/|\bwww\.|\bt\.me\b/iu;
const words = (max: number) =>
  yup
    .string()
    .strict()
    .max(max, `Не длиннее ${max} знаков`)
    .test(
      'no-link',
      'Ссылки в письме поставщику не отправляются: уберите их из заказа',
      (value) => !LINK.test(value ?? ''),
    );

/** What a tenant sends to a supplier; the platform writes the letter around it. */
export const orderLetterSchema = yup.object({
  to: address(),
  /** The administrator of the tenant who sends it. */
  reply_to: address(),
  key: uuid('Номер заказа — uuid').required(),
  number: yup.number().strict().integer().min(1).required(),
  note: words(500).nullable(),
  lines: yup
    .array(yup.object({ name: words(300).required(), amount: words(60).required() }))
    .required()
    .min(1)
    .max(500),
});
export type OrderLetter = yup.InferType<typeof orderLetterSchema>;

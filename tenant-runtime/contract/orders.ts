import { clientId, EMAIL_LIKE, MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { line, note, quantity } from './fields.ts';

/** `delivered` is one of which nothing is waited for any more. */
export const orderStates = ['sent', 'delivered', 'cancelled'] as const;
export type OrderState = (typeof orderStates)[number];

/** The most lines of one order: a letter holds as many. */
export const MAX_ORDER_LINES = 500;

const supplierId = () => rowId('Номер поставщика — целое число');
const positive = () => quantity().min(0.001, 'Количество больше нуля');

export const addOrderSchema = yup.object({
  key: clientId('заказа'),
  supplier_id: supplierId().required('Выберите поставщика'),
  note: note().nullable(),
  lines: yup
    .array(
      yup.object({
        item_id: yup
          .number()
          .strict()
          .typeError('Номер позиции — число')
          .integer('Номер позиции — целое число')
          .min(1)
          .max(MAX_ROW_ID)
          .required('Укажите позицию'),
        /** In the item's unit. */
        quantity: positive().required('Укажите количество'),
        /** What the supplier's packs are called, and how much is in one; without them the item's unit is ordered. */
        pack_unit: line('Упаковка', 20).nullable(),
        pack_size: positive().nullable(),
      }),
    )
    .strict()
    .typeError('lines — список')
    .required('Нет ни одной строки')
    .min(1, 'Нет ни одной строки')
    .max(MAX_ORDER_LINES, `Не больше ${MAX_ORDER_LINES} строк`)
    .test(
      'once',
      'Позиция заказана дважды',
      (lines) => !lines || new Set(lines.map(({ item_id }) => item_id)).size === lines.length,
    ),
});
export type AddOrder = yup.InferType<typeof addOrderSchema>;

export const ordersFilterSchema = yup.object({
  supplier: supplierId(),
  state: yup
    .string()
    .strict()
    .oneOf([...orderStates], 'Состояние — sent, delivered или cancelled'),
});
export type OrdersFilter = yup.InferType<typeof ordersFilterSchema>;

/** An address that letters reach. */
const address = (label: string) =>
  line(label, 200).matches(EMAIL_LIKE, { message: 'Адрес почты — вида zakaz@firma.ru', excludeEmptyString: true });

export const orderLetterSchema = yup.object({
  to: address('Кому').required('Введите адрес поставщика'),
  /** Where the supplier's answer goes: to the person who sends. */
  reply_to: address('Кому ответить').required('Введите свой адрес: на него ответит поставщик'),
});
export type OrderLetter = yup.InferType<typeof orderLetterSchema>;

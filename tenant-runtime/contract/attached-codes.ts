import * as yup from 'yup';

/** The barcode belongs to the item at once; if the user is not an administrator, it waits for confirmation. */
export const attachCodeSchema = yup.object({
  id: yup.string().strict().required('Нет номера привязки').uuid('Номер привязки — uuid').lowercase(),
  ean: yup
    .string()
    .strict()
    .typeError('Штрихкод — текст')
    .required('Введите штрихкод')
    .max(18, 'Штрихкод — до 18 цифр'),
  /** One scan of the barcode means this many bottles or pieces. */
  pack: yup
    .number()
    // yup's own `strict` would leave out the default.
    .transform((_value, given) => given)
    .typeError('Штук в упаковке — число')
    .integer('Штук в упаковке — целое число')
    .min(1, 'В упаковке хотя бы одна штука')
    .max(1000, 'В упаковке не больше 1000 штук')
    .default(1),
  at: yup.date().typeError('Время записано неверно'),
});
export type AttachCode = yup.InferType<typeof attachCodeSchema>;

/** `waiting` selects codes that have not been confirmed and that the item still has. */
export const attachedFilterSchema = yup.object({
  state: yup
    .string()
    .strict()
    .oneOf(['waiting'] as const, 'state — только waiting'),
});
export type AttachedFilter = yup.InferType<typeof attachedFilterSchema>;

import { clientId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { pack, recordedAt } from './fields.ts';

/** The barcode belongs to the item at once; if the user is not an administrator, it waits for confirmation. */
export const attachCodeSchema = yup.object({
  id: clientId('привязки'),
  ean: yup
    .string()
    .strict()
    .typeError('Штрихкод — текст')
    .required('Введите штрихкод')
    .max(18, 'Штрихкод — до 18 цифр'),
  pack: pack(),
  at: recordedAt(),
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

import * as yup from 'yup';
import { exactText } from './fields.ts';

/*
 * The panel's QR code for a phone holds {tenant's address}/scan/#code=7KQM-W2XD. The code comes after the hash, so that
 * no server's log stores it.
 */
export const codeKinds = ['scanner', 'bridge'] as const;
export type CodeKind = (typeof codeKinds)[number];
export const makeCodeSchema = yup.object({
  kind: yup
    .string()
    .strict()
    .oneOf([...codeKinds], 'Код бывает scanner или bridge')
    .required('Укажите, для чего код'),
  /** The name of the bridge's computer in the panel. */
  name: exactText('Название', 60),
});
export type MakeCode = yup.InferType<typeof makeCodeSchema>;

/** Letters and digits that are not easily confused, in two groups: `7KQM-W2XD`. Case and the hyphen are ignored. */
export const redeemCodeSchema = yup.object({
  code: yup.string().strict().typeError('Код — текст').required('Введите код').max(20, 'Это не код'),
  /** What the caller redeems codes for: a code for something else is refused and stays good. */
  kind: yup
    .string()
    .strict()
    .oneOf([...codeKinds], 'Код бывает scanner или bridge'),
});
export type RedeemCode = yup.InferType<typeof redeemCodeSchema>;

/** Fields that several schemas of the platform's requests have. */
import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';

export const trueOrFalse = (label: string): yup.BooleanSchema<boolean | undefined> =>
  yup.boolean().typeError(`${label} — true или false`);

/** A number or its text from a prompt, a form or a query, with a comma too; a list with one number is refused. */
const readNumber = (_value: unknown, given: unknown): number =>
  typeof given === 'number' || (typeof given === 'string' && given.trim() !== '')
    ? Number(String(given).replace(',', '.'))
    : Number.NaN;

export const enteredNumber = (): yup.NumberSchema<number | undefined> => yup.number().transform(readNumber);

export const enteredPlanId = (message: string): yup.NumberSchema<number> =>
  rowId(message).transform(readNumber).required(message);

/** The name of a company or a venue. */
export const venueName = (): yup.StringSchema<string | undefined> =>
  yup.string().typeError('Название — текст').trim().max(100, 'Не длиннее 100 знаков');

/** The password that confirms an act; an account without a password sends none. */
export const ownPassword = (): yup.StringSchema<string | undefined> =>
  yup.string().typeError('Введите пароль').max(200, 'Пароль слишком длинный');

export const rememberMe = () => yup.boolean().typeError('«Запомнить меня» — да или нет').default(false);

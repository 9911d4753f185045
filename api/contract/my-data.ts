import * as yup from 'yup';
import { ownPassword } from './fields.ts';

export const DELETION_WORD = 'УДАЛИТЬ';
/** Days after which a deleted account's data is erased. */
export const ACCOUNT_RETENTION_DAYS = 30;
/** Days after which a deleted tenant's data is erased. */
export const VENUE_RETENTION_DAYS = 7;
export const PAYMENT_RETENTION_YEARS = 5;
export const LOG_RETENTION_DAYS = 90;

const WORD_NEEDED = `Введите "${DELETION_WORD}" для подтверждения`;

export const deletionSchema = yup.object({
  word: yup.string().typeError(WORD_NEEDED).required(WORD_NEEDED).oneOf([DELETION_WORD], WORD_NEEDED),
  password: ownPassword(),
});

/** The page asks for the word; another client may leave it out, but not send a wrong one. */
export const deleteAccountSchema = deletionSchema.shape({
  word: yup.string().typeError(WORD_NEEDED).nonNullable(WORD_NEEDED).oneOf([DELETION_WORD], WORD_NEEDED),
});

import { flag, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import * as yup from 'yup';

export const maxStates = ['ok', 'revoked', 'unreachable'] as const;

/** The bot in MAX that people write to a venue through. */
export const maxBotSchema = yup.object({
  username: text(),
  /** Where people write to it. */
  link: text(),
  /** Whether it is the one that venues without a bot of their own share. */
  shared: flag(),
  /** `revoked`: MAX refuses its token; `unreachable`: MAX has given no messages lately. */
  state: oneOf(maxStates),
  since: time().nullable(),
});
export type MaxBot = yup.InferType<typeof maxBotSchema>;

export const maxToken = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError('Пожалуйста, введите токен бота MAX')
    .trim()
    .required('Пожалуйста, введите токен бота MAX')
    .matches(/^[\w.:-]{10,300}$/, 'Это не похоже на токен бота MAX: скопируйте его целиком');

export const ownMaxBotSchema = yup.object({ botToken: maxToken() });
export type OwnMaxBot = yup.InferType<typeof ownMaxBotSchema>;

/** The bot that venues share, or one of the venue's own by its token. */
export const connectMaxSchema = yup.object({
  shared: yup.boolean().strict().typeError('shared — true или false').default(false),
  botToken: yup.string().when('shared', ([shared], schema) => (shared ? schema.strip() : maxToken())),
});

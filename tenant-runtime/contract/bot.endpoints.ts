import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { messengers } from './messengers.ts';

const botStateSchema = yup.object({
  /** The name in Telegram without @; null if the tenant has no bot there. What follows about the token is of it. */
  username: text().nullable(),
  /**
   * `revoked` means that Telegram no longer accepts the token, `conflict` that another program receives its messages,
   * `unreachable` that Telegram gives none.
   */
  state: oneOf(['ok', 'revoked', 'conflict', 'unreachable', 'unknown']),
  since: time().nullable(),
  /** The bot in MAX; null if the tenant has none there. */
  max: yup
    .object({ url: text(), state: oneOf(['ok', 'revoked', 'unreachable', 'unknown']), since: time().nullable() })
    .nullable(),
  /** Users who have blocked the bot or deleted the chat. */
  blocked: listOf(
    yup.object({ channel: oneOf(messengers), userId: integer().nullable(), name: text(), since: time() }),
  ),
});
export type BotState = yup.InferType<typeof botStateSchema>;

const newcomerSchema = yup.object({
  channel: oneOf(messengers),
  /** The number in the messenger; paths name a newcomer by `newcomerKey`. */
  id: integer(),
  name: text(),
  username: text().nullable(),
  asked_at: time(),
  refused: flag(),
});
export type Newcomer = yup.InferType<typeof newcomerSchema>;

export const botStateEndpoints = defineEndpoints({
  'GET /api/bot': {
    summary: "The state of the venue's bot",
    access: 'admin',
    answer: yup.object({ bot: botStateSchema }),
  },
});

export const newcomerEndpoints = defineEndpoints({
  'GET /api/newcomers': {
    summary: 'Who asks in the chat to be let in',
    access: 'admin',
    answer: yup.object({ newcomers: listOf(newcomerSchema) }),
  },
  'POST /api/newcomers/:id/admit': {
    summary: 'Let one in; `told` is false when the chat cannot be reached',
    access: 'own-admin',
    answer: yup.object({ told: flag() }),
  },
  'POST /api/newcomers/:id/refuse': { summary: 'Refuse one', access: 'own-admin' },
});

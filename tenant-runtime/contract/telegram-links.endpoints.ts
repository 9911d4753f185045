import { flag, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

export const chatStateSchema = yup.object({
  linked: flag(),
  /** Whether the tenant has a bot in the messenger. */
  bot: flag(),
});
export type ChatState = yup.InferType<typeof chatStateSchema>;

const chatLinkSchema = yup.object({
  /** The link opens the bot, which receives the code with `/start`. */
  url: text(),
  expires_at: time(),
});
export type ChatLink = yup.InferType<typeof chatLinkSchema>;

const state = yup.object({ telegram: chatStateSchema });
export const madeLink = { status: 201, answer: yup.object({ link: chatLinkSchema }) } as const;

export const ownTelegramEndpoints = defineEndpoints({
  'GET /api/auth/telegram': { summary: "Whether the caller's chat is linked", access: 'own-user', answer: state },
  'POST /api/auth/telegram': {
    summary: 'Make a link for the chat: single-use, valid for a day, in place of the previous one',
    access: 'own-user',
    ...madeLink,
  },
  'DELETE /api/auth/telegram': { summary: 'Unlink the chat', access: 'own-user' },
});

export const userTelegramEndpoints = defineEndpoints({
  'GET /api/users/:id/telegram': { summary: "Whether a user's chat is linked", access: 'own-admin', answer: state },
  'POST /api/users/:id/telegram': { summary: "Make a link for a user's chat", access: 'own-admin', ...madeLink },
  'DELETE /api/users/:id/telegram': { summary: "Unlink a user's chat", access: 'own-admin' },
});

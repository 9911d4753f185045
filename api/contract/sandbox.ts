import type { ChatMessage, ChatMessageBody } from '@ostatok/kit/contract/chat-message.ts';
import * as yup from 'yup';

/**
 * The built-in chat: Telegram's Bot API under /sandbox/telegram/bot{token}/{method}, MAX's under /sandbox/max, and a page at
 * /sandbox/chat over
 *
 *   GET  /sandbox/api/bots                                        → {success, bots}
 *   POST /sandbox/api/bots {name, username?, channel?}            → 201 {success, bot}: the one answer with its token
 *   POST /sandbox/api/bots/:botId/token                           → {success, bot}: a new token, the old one is revoked
 *   GET  /sandbox/api/people, POST {first_name, username?}        → {success, people}, 201 {success, person}
 *   GET  /sandbox/api/chats/:botId/:personId/messages             → {success, messages}, oldest first, the last 200
 *   POST /sandbox/api/chats/:botId/:personId/messages {text, reply_to_message_id?} → 201 {success, message}
 *   POST …/messages/:messageId/edit {text}                        → {success, message}: the text, or a file's caption
 *   POST …/callback {message_id, data}                            → {success, id}
 *   POST …/documents (multipart: document, caption?, reply_to_message_id?)  → 201 {success, message}
 *   POST …/photos (multipart: up to 10 of photo, caption?, reply_to_message_id?) → 201 {success, messages}: several are an album
 *   POST …/voices (multipart: voice, duration, reply_to_message_id?)        → 201 {success, message}
 *   POST …/block {blocked}                                        → {success}
 *   GET  /sandbox/api/files/:fileId                               → the bytes
 *   GET  /sandbox/api/events                                      → SSE, each `data:` one SandboxEvent
 *   POST /sandbox/api/bots/:botId/faults {kind, method?, …}       → {success}: the next calls fail, for tests
 */
/** The messengers that the built-in chat stands in for. */
export const sandboxChannels = ['telegram', 'max'] as const;

export interface SandboxBot {
  id: number;
  /** Whose Bot API it speaks. */
  channel: (typeof sandboxChannels)[number];
  username: string;
  name: string;
  /** Present only in the answer that made it: only a hash is stored. */
  token?: string;
}

/** A Telegram user as whom the page writes messages. */
export interface SandboxPerson {
  id: number;
  username: string | null;
  first_name: string;
}

export type SandboxMessageBody = ChatMessageBody;
/** A message of a private chat, whose id is the person's. */
export type SandboxMessage = ChatMessage;

/** The page's events; a message is sent both when it is new and when it was edited. */
export type SandboxEvent =
  | { type: 'message'; botId: number; personId: number; message: SandboxMessage }
  | { type: 'deleted'; botId: number; personId: number; messageId: number }
  | { type: 'callback'; botId: number; personId: number; id: string; text: string; alert: boolean }
  | { type: 'action'; botId: number; personId: number; action: string };

const text = (): yup.StringSchema<string> =>
  yup
    .string()
    .strict()
    .typeError('Сообщение — текст')
    .required('Напишите сообщение')
    .max(4096, 'Сообщение не длиннее 4096 знаков');

export const sandboxBotSchema = yup.object({
  name: yup
    .string()
    .strict()
    .typeError('Имя — текст')
    .required('Введите имя бота')
    .trim()
    .max(64, 'Не длиннее 64 знаков'),
  username: yup
    .string()
    .strict()
    .typeError('Имя — текст')
    .matches(/^[A-Za-z][A-Za-z0-9_]{1,28}bot$/i, 'Латинские буквы, цифры и подчёркивание, в конце — bot'),
  channel: yup.string().strict().oneOf(sandboxChannels, 'Мессенджер — telegram или max'),
});
export const sandboxPersonSchema = yup.object({
  first_name: yup.string().strict().typeError('Имя — текст').required('Введите имя').max(64, 'Не длиннее 64 знаков'),
  username: yup
    .string()
    .strict()
    .typeError('Имя — текст')
    .matches(/^[A-Za-z][A-Za-z0-9_]{2,31}$/, 'Латинские буквы, цифры и подчёркивание'),
});
/** Forms send it as text. */
const replyTo = (): yup.NumberSchema<number | undefined> =>
  yup.number().typeError('Номер сообщения — число').integer('Номер сообщения — число').min(1);

const LONGEST_VOICE_S = 3600;

export const sandboxTextSchema = yup.object({ text: text(), reply_to_message_id: replyTo() });
/** A caption may be removed, a text may not. */
export const sandboxEditSchema = yup.object({
  text: yup
    .string()
    .strict()
    .typeError('Сообщение — текст')
    .defined('Напишите сообщение')
    .max(4096, 'Сообщение не длиннее 4096 знаков'),
});
export const sandboxCallbackSchema = yup.object({
  message_id: yup.number().strict().typeError('Номер сообщения — число').integer().required('Нет номера сообщения'),
  data: yup.string().strict().required('Нет данных кнопки').max(64, 'Данные кнопки не длиннее 64 байт'),
});
export const sandboxCaptionSchema = yup.object({
  caption: yup.string().max(1024, 'Подпись не длиннее 1024 знаков'),
  reply_to_message_id: replyTo(),
});
export const sandboxVoiceSchema = yup.object({
  duration: yup
    .number()
    .typeError('Длительность — число секунд')
    .integer('Длительность — число секунд')
    .min(1, 'Запись слишком короткая')
    .max(LONGEST_VOICE_S, 'Запись длиннее часа')
    .required('Нет длительности записи'),
  reply_to_message_id: replyTo(),
});
export const sandboxBlockSchema = yup.object({ blocked: yup.boolean().strict().required('Укажите blocked') });
export const sandboxFaultSchema = yup.object({
  kind: yup
    .string()
    .oneOf(['rate_limit', 'error', 'cut'] as const, 'Вид сбоя — rate_limit, error или cut')
    .required('Укажите вид сбоя'),
  method: yup.string().lowercase(),
  retryAfter: yup.number().integer().min(1).max(3600).default(1),
  times: yup.number().integer().min(1).max(1000).default(1),
});
export type SandboxFault = yup.InferType<typeof sandboxFaultSchema>;

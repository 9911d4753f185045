import { flag, integer, listOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  chatQuerySchema,
  editMessageSchema,
  pressButtonSchema,
  readChatSchema,
  type sendFileSchema,
  sendMessageSchema,
} from './chat.ts';

const entitiesSchema = listOf(
  yup.object({ type: text(), offset: integer(), length: integer(), url: text().optional() }),
).optional();

const fileFields = {
  file_id: text(),
  file_unique_id: text().optional(),
  file_size: integer().optional(),
};

const buttonSchema = yup.object({
  text: text(),
  callback_data: text().optional(),
  url: text().optional(),
});

const chatMessageSchema = yup.object({
  message_id: integer(),
  /** The id under which the person's client has sent it. */
  key: text().optional(),
  /** In seconds, by the clock of its writer. */
  date: integer(),
  edit_date: integer().optional(),
  from_bot: flag(),
  text: text().optional(),
  caption: text().optional(),
  entities: entitiesSchema,
  caption_entities: entitiesSchema,
  document: yup
    .object({ ...fileFields, file_name: text().optional(), mime_type: text().optional() })
    .optional()
    .default(undefined),
  photo: listOf(yup.object({ ...fileFields, width: integer().optional(), height: integer().optional() })).optional(),
  reply_markup: yup
    .object({
      inline_keyboard: listOf(listOf(buttonSchema)).optional(),
      force_reply: flag().optional(),
      input_field_placeholder: text().optional(),
    })
    .optional()
    .default(undefined),
  reply_to_message_id: integer().optional(),
});

const chatSchema = yup.object({
  /** The newest 200, or what has changed since the client's version; the oldest first. */
  messages: listOf(chatMessageSchema),
  /** The id of the data, which changes when the venue is restored from a backup: versions then begin anew. */
  dataset: text(),
  /** Of the conversation, to be sent as `after`. */
  version: integer(),
  /** How many messages of the bot the person has not seen. */
  unread: integer(),
  /** Whether a message waits to be answered: the answer comes by the socket. */
  waiting: flag(),
});
export type Chat = yup.InferType<typeof chatSchema>;

const answeredSchema = yup.object({ chat: chatSchema });

const pressedSchema = yup.object({
  chat: chatSchema,
  /** What the bot says over the chat. */
  toast: yup.object({ text: text(), alert: flag() }).nullable(),
});

export const chatEndpoints = defineEndpoints({
  'GET /api/chat': {
    summary: "One's own conversation with the bot",
    access: 'own-user',
    query: chatQuerySchema,
    answer: answeredSchema,
  },
  'POST /api/chat/messages': {
    summary: 'Write to the bot; answered with what it has answered',
    access: 'own-user',
    body: sendMessageSchema,
    answer: answeredSchema,
    status: 201,
  },
  'PUT /api/chat/messages/:id': {
    summary: "Correct one's own text or caption",
    access: 'own-user',
    body: editMessageSchema,
    answer: answeredSchema,
  },
  'POST /api/chat/presses': {
    summary: 'Press a button under a message of the bot',
    access: 'own-user',
    body: pressButtonSchema,
    answer: pressedSchema,
  },
  'POST /api/chat/read': {
    summary: 'Say up to which message the conversation was seen',
    access: 'own-user',
    body: readChatSchema,
  },
  'GET /api/chat/files/:id': {
    summary: 'A file of the conversation',
    access: 'own-user',
    content: 'application/octet-stream',
  },
});

export const chatUploadEndpoints = defineEndpoints({
  'POST /api/chat/files': {
    summary: 'Send a picture or a file, with `id`, `caption`, `at` and `reply_to_message_id` beside it',
    access: 'own-user',
    hasFile: true,
    answer: answeredSchema,
    status: 201,
  },
});

export type SendFile = yup.InferType<typeof sendFileSchema>;

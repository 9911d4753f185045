import { clientId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { recordedAt } from './fields.ts';

/** The longest text of a message, as in Telegram. */
export const MAX_MESSAGE = 4096;

const NOT_NUMBER = 'Номер сообщения — число';
const messageNumber = () => yup.number().strict().typeError(NOT_NUMBER).integer(NOT_NUMBER).min(1, NOT_NUMBER);

const said = () =>
  yup
    .string()
    .strict()
    .typeError('Сообщение — текст')
    .required('Напишите сообщение')
    .max(MAX_MESSAGE, `Сообщение не длиннее ${MAX_MESSAGE} знаков`);

const NOT_VERSION = 'after — число';
/** The version of the conversation that the client has: the answer holds what has changed since. */
const after = () => yup.number().typeError(NOT_VERSION).integer(NOT_VERSION).min(0, NOT_VERSION);

const sent = {
  /** Made by the client: sent again, it is the same message. */
  id: clientId('сообщения'),
  after: after().strict(),
};

/** Of an address, so the number comes as text. */
export const chatQuerySchema = yup.object({ after: after() });

export const sendMessageSchema = yup.object({
  ...sent,
  text: said(),
  at: recordedAt(),
  reply_to_message_id: messageNumber(),
});

export const editMessageSchema = yup.object({
  ...sent,
  /** A caption may be removed, a text may not. */
  text: yup
    .string()
    .strict()
    .typeError('Сообщение — текст')
    .defined('Напишите сообщение')
    .max(MAX_MESSAGE, `Сообщение не длиннее ${MAX_MESSAGE} знаков`),
});

export const pressButtonSchema = yup.object({
  ...sent,
  message_id: messageNumber().required('Нет номера сообщения'),
  data: yup.string().strict().typeError('data — текст').required('Нет data').max(64, 'data не длиннее 64 знаков'),
});

/** Sent as a form beside the file, so numbers come as text. */
export const sendFileSchema = yup.object({
  id: clientId('сообщения'),
  after: after(),
  caption: yup.string().typeError('Подпись — текст').max(1024, 'Подпись не длиннее 1024 знаков'),
  at: recordedAt(),
  reply_to_message_id: yup.number().typeError(NOT_NUMBER).integer(NOT_NUMBER).min(1, NOT_NUMBER),
});

export const readChatSchema = yup.object({ message_id: messageNumber().required('Нет номера сообщения') });

import type { SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import type { Letter, Outbox, Outgoing as OutgoingMessage } from '@ostatok/kit/web/chat/outbox.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf, sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { type ChatId, keepMessage, newestKnown, pathOf } from './queries.ts';

interface Outgoing extends OutgoingMessage {
  chat: ChatId;
}

type Answer = { message?: SandboxMessage; messages?: SandboxMessage[] };

function formOf({ text, replyTo }: Letter, parts: [name: string, value: string | Blob, fileName?: string][]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  if (text) form.append('caption', text);
  if (replyTo !== undefined) form.append('reply_to_message_id', String(replyTo));
  return form;
}

function post(letter: Outgoing): Promise<Answer> {
  const { chat, text, photos = [], document, voice, replyTo } = letter;
  const path = pathOf(chat);
  if (photos.length > 0) {
    return sandboxApi.post(
      `${path}/photos`,
      formOf(
        letter,
        photos.map((file) => ['photo', file, file.name]),
      ),
    );
  }
  if (document) return sandboxApi.post(`${path}/documents`, formOf(letter, [['document', document, document.name]]));
  if (voice) {
    const parts: [string, string | Blob, string?][] = [
      ['voice', voice.sound, 'voice'],
      ['duration', String(voice.seconds)],
    ];
    return sandboxApi.post(`${path}/voices`, formOf({ text: '', replyTo }, parts));
  }
  return sandboxApi.post(`${path}/messages`, { text, reply_to_message_id: replyTo });
}

const isSame = (one: ChatId, other: ChatId): boolean => one.botId === other.botId && one.personId === other.personId;

interface SandboxOutbox extends Outbox {
  /** Whether it is what is just being sent, or came after it: the stream may bring both before the answer. */
  isArriving: (message: SandboxMessage) => boolean;
}

/** Shows messages at once and sends them one after another, in the order they were written. */
export function useOutbox(chat: ChatId): SandboxOutbox {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<Outgoing[]>([]);
  /** The chat of the letter that is being sent, and its newest message before. */
  const [sending, setSending] = useState<{ chat: ChatId; after: number } | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const keys = useRef(0);

  async function deliver(letter: Outgoing) {
    setSending({ chat: letter.chat, after: newestKnown(queries, letter.chat) });
    try {
      const { message, messages = message ? [message] : [] } = await post(letter);
      for (const each of messages) keepMessage(queries, letter.chat, each);
      setWaiting((all) => all.filter(({ key }) => key !== letter.key));
    } catch (error) {
      notify.error(messageOf(error, 'Сообщение не отправлено'));
      setWaiting((all) => all.map((one) => (one.key === letter.key ? { ...one, failed: true } : one)));
    }
    setSending(null);
  }

  const enqueue = (letter: Outgoing) => {
    line.current = line.current.then(() => deliver(letter));
  };

  function sendLetter(letter: Letter) {
    keys.current += 1;
    const outgoing = { ...letter, key: keys.current, chat, failed: false };
    setWaiting((all) => [...all, outgoing]);
    enqueue(outgoing);
  }

  function retry({ key }: OutgoingMessage) {
    const outgoing = waiting.find((one) => one.key === key);
    if (!outgoing) return;
    setWaiting((all) => all.map((one) => (one.key === key ? { ...one, failed: false } : one)));
    enqueue(outgoing);
  }

  const drop = ({ key }: OutgoingMessage) => setWaiting((all) => all.filter((one) => one.key !== key));

  /** Returns false if the edit failed, so that the text is not lost. */
  async function edit({ message_id }: SandboxMessage, text: string): Promise<boolean> {
    try {
      const { message } = await sandboxApi.post<{ message: SandboxMessage }>(
        `${pathOf(chat)}/messages/${message_id}/edit`,
        { text },
      );
      keepMessage(queries, chat, message);
      return true;
    } catch (error) {
      notify.error(messageOf(error, 'Сообщение не изменено'));
      return false;
    }
  }

  async function press(messageId: number, data: string) {
    try {
      await sandboxApi.post(`${pathOf(chat)}/callback`, { message_id: messageId, data });
    } catch (error) {
      notify.error(messageOf(error, 'Кнопка не сработала'));
    }
  }

  const isArriving = ({ message_id }: SandboxMessage): boolean =>
    sending !== null && isSame(sending.chat, chat) && message_id > sending.after;
  const here = waiting.filter((one) => isSame(one.chat, chat));
  const send = (text: string) => sendLetter({ text });
  return { waiting: here, isArriving, send, sendLetter, retry, drop, edit, press };
}

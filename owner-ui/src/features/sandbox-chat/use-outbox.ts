import type { SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf, sandboxApi } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { type ChatId, keepMessage, pathOf } from './queries.ts';

interface Outgoing {
  key: number;
  chat: ChatId;
  text: string;
  failed: boolean;
}

/** What was typed shows at once and leaves in the order it was typed, however fast one types. */
export function useOutbox(chat: ChatId) {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<Outgoing[]>([]);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const keys = useRef(0);

  async function deliver({ key, chat: to, text }: Outgoing) {
    try {
      const { message } = await sandboxApi.post<{ message: SandboxMessage }>(`${pathOf(to)}/messages`, { text });
      keepMessage(queries, to, message);
      setWaiting((all) => all.filter((one) => one.key !== key));
    } catch (error) {
      notify.error(messageOf(error, 'Сообщение не отправлено'));
      setWaiting((all) => all.map((one) => (one.key === key ? { ...one, failed: true } : one)));
    }
  }

  const enqueue = (outgoing: Outgoing) => {
    line.current = line.current.then(() => deliver(outgoing));
  };

  function send(text: string) {
    keys.current += 1;
    const outgoing = { key: keys.current, chat, text, failed: false };
    setWaiting((all) => [...all, outgoing]);
    enqueue(outgoing);
  }

  function retry(outgoing: Outgoing) {
    setWaiting((all) => all.map((one) => (one.key === outgoing.key ? { ...one, failed: false } : one)));
    enqueue(outgoing);
  }

  async function sendFile(file: File) {
    const form = new FormData();
    form.set('document', file);
    try {
      const { message } = await sandboxApi.post<{ message: SandboxMessage }>(`${pathOf(chat)}/documents`, form);
      keepMessage(queries, chat, message);
    } catch (error) {
      notify.error(messageOf(error, 'Файл не отправлен'));
    }
  }

  async function press(messageId: number, data: string) {
    try {
      await sandboxApi.post(`${pathOf(chat)}/callback`, { message_id: messageId, data });
    } catch (error) {
      notify.error(messageOf(error, 'Кнопка не сработала'));
    }
  }

  const here = waiting.filter((one) => one.chat.botId === chat.botId && one.chat.personId === chat.personId);
  return { waiting: here, send, retry, sendFile, press };
}

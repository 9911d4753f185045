import type { SandboxBot, SandboxEvent, SandboxMessage, SandboxPerson } from '@ostatok/api/contract/sandbox.ts';
import { withMessage, withoutMessage } from '@ostatok/kit/web/chat/messages.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { sandboxApi } from '../../lib/api.ts';

export interface ChatId {
  botId: number;
  personId: number;
}

export const pathOf = ({ botId, personId }: ChatId): string => `/chats/${botId}/${personId}`;
const keyOf = ({ botId, personId }: ChatId) => ['chat-messages', botId, personId];

export function useBots() {
  return useQuery({
    queryKey: ['chat-bots'],
    queryFn: async () => (await sandboxApi.get<{ bots: SandboxBot[] }>('/bots')).bots,
  });
}

export function usePeople() {
  return useQuery({
    queryKey: ['chat-people'],
    queryFn: async () => (await sandboxApi.get<{ people: SandboxPerson[] }>('/people')).people,
  });
}

export function useMessages(chat: ChatId) {
  return useQuery({
    queryKey: keyOf(chat),
    queryFn: async () => (await sandboxApi.get<{ messages: SandboxMessage[] }>(`${pathOf(chat)}/messages`)).messages,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function keepMessage(queries: QueryClient, chat: ChatId, message: SandboxMessage): void {
  queries.setQueryData<SandboxMessage[]>(keyOf(chat), (known) => known && withMessage(known, message));
}

/** The id of the newest message that the page knows; 0 without any. */
export const newestKnown = (queries: QueryClient, chat: ChatId): number =>
  queries.getQueryData<SandboxMessage[]>(keyOf(chat))?.at(-1)?.message_id ?? 0;

/** Receives the events of all sandbox chats; after a reconnection the open chats are read again. */
export function useSandboxEvents(onEvent: (event: SandboxEvent) => void): void {
  const queries = useQueryClient();
  const receive = useEffectEvent((event: SandboxEvent) => {
    if (event.type === 'message') keepMessage(queries, event, event.message);
    if (event.type === 'deleted')
      queries.setQueryData<SandboxMessage[]>(keyOf(event), (known) => known && withoutMessage(known, event.messageId));
    onEvent(event);
  });
  useEffect(() => {
    const source = new EventSource('/sandbox/api/events');
    source.onmessage = ({ data }) => receive(JSON.parse(data) as SandboxEvent);
    source.onopen = () => void queries.invalidateQueries({ queryKey: ['chat-messages'] });
    return () => source.close();
  }, [queries]);
}

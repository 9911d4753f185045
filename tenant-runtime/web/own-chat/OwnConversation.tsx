import { Conversation } from '@ostatok/kit/web/chat/Conversation.tsx';
import { ChatContext, type ChatContextValue } from '@ostatok/kit/web/chat/chat-context.ts';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import classes from './OwnConversation.module.css';
import type { OwnChat } from './own-chat.ts';

interface OwnConversationProps {
  chat: OwnChat;
  venue: string;
  notify: ChatContextValue['notify'];
  header?: ReactNode;
}

/** Marks what has come as seen while the page is looked at. */
function useReading(chat: OwnChat, unread: number): void {
  useEffect(() => {
    const read = (): void => {
      if (unread > 0 && document.visibilityState === 'visible') void chat.markRead();
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [chat, unread]);
}

function offlineText(waiting: number): string {
  return waiting === 0
    ? 'Нет связи: пишите, сообщения уйдут, когда она появится.'
    : 'Нет связи: сообщения уйдут, когда она появится.';
}

/** The venue's own chat, on the panel and on the phone. */
export function OwnConversation({ chat, venue, notify, header }: OwnConversationProps) {
  const { messages, waiting, unread, isOffline, failure } = useSyncExternalStore(chat.subscribe, chat.snapshot);
  useReading(chat, unread);
  const context = useMemo<ChatContextValue>(
    () => ({ fileUrl: () => null, fetchFile: chat.fetchFile, notify }),
    [chat, notify],
  );
  return (
    <ChatContext value={context}>
      <Conversation
        name={venue}
        messages={messages ?? (isOffline ? [] : undefined)}
        failure={failure}
        outbox={{ ...chat, waiting }}
        header={header}
        notice={
          isOffline && (
            <p className={classes.offline} role="status">
              {offlineText(waiting.length)}
            </p>
          )
        }
        start={{ text: '/start' }}
      />
    </ChatContext>
  );
}

import { ActionIcon, Text } from '@mantine/core';
import type { SandboxBot } from '@ostatok/api/contract/sandbox.ts';
import { BotAvatar } from '@ostatok/kit/web/chat/BotAvatar.tsx';
import { Conversation } from '@ostatok/kit/web/chat/Conversation.tsx';
import { ChatContext, type ChatContextValue } from '@ostatok/kit/web/chat/chat-context.ts';
import { ArrowLeft } from 'lucide-react';
import { notify } from '../../lib/notify.ts';
import { useMessages } from './queries.ts';
import classes from './SandboxConversation.module.css';
import { useOutbox } from './use-outbox.ts';

interface SandboxConversationProps {
  bot: SandboxBot;
  personId: number;
  /** The bot's chat action, such as typing. */
  action: string | null;
  /** The parameter of /start given by a link. */
  start: string | null;
  onStarted: () => void;
  onBack: () => void;
}

const context: ChatContextValue = {
  fileUrl: (fileId) => `/sandbox/api/files/${encodeURIComponent(fileId)}`,
  fetchFile: (fileId) => Promise.resolve(`/sandbox/api/files/${encodeURIComponent(fileId)}`),
  notify,
};

export function SandboxConversation({ bot, personId, action, start, onStarted, onBack }: SandboxConversationProps) {
  const chat = { botId: bot.id, personId };
  const { data, error } = useMessages(chat);
  const outbox = useOutbox(chat);
  const header = (
    <header className={classes.header}>
      <ActionIcon className={classes.back} aria-label="К списку чатов" onClick={onBack}>
        <ArrowLeft size={22} aria-hidden />
      </ActionIcon>
      <BotAvatar name={bot.name} />
      <div className={classes.who}>
        <Text component="h1" fw={700} lh={1.3} truncate>
          {bot.name}
        </Text>
        <Text fz="xs" c="dimmed" role="status" truncate>
          {action ?? `@${bot.username}`}
        </Text>
      </div>
    </header>
  );
  return (
    <ChatContext value={context}>
      <Conversation
        name={bot.name}
        messages={data?.filter((message) => !outbox.isArriving(message))}
        failure={error ? 'Не удалось загрузить переписку' : undefined}
        outbox={outbox}
        header={header}
        start={{ text: start ? `/start ${start}` : '/start', isAsked: start !== null, onSent: onStarted }}
        hasVoice
      />
    </ChatContext>
  );
}

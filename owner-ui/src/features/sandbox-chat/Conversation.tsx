import { ActionIcon, Center, Loader, Text } from '@mantine/core';
import type { SandboxBot, SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import { ArrowLeft } from 'lucide-react';
import { type DragEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Bubble } from '../../ui/chat/Bubble.tsx';
import { BotAvatar } from './BotAvatar.tsx';
import { Composer } from './Composer.tsx';
import classes from './Conversation.module.css';
import { MessageView } from './MessageView.tsx';
import { replyButtons, timeOf } from './messages.ts';
import { type ChatId, useMessages } from './queries.ts';
import { useOutbox } from './use-outbox.ts';

interface ConversationProps {
  bot: SandboxBot;
  personId: number;
  /** What the bot is doing, such as typing. */
  action: string | null;
  /** What a link has given to say beside /start. */
  start: string | null;
  onStarted: () => void;
  onBack: () => void;
}

const NEAR_END_PX = 160;

/** Follows the talk while one is at its end; does not tear away whoever reads above. */
function useFollow(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef(0);
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log || count === seen.current) return;
    const near = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX + log.clientHeight / 2;
    if (near || seen.current === 0) log.scrollTop = log.scrollHeight;
    seen.current = count;
  });
  // a keyboard that opens over the talk takes room from it
  useEffect(() => {
    const log = ref.current;
    if (!log) return;
    let height = log.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = log.scrollHeight - log.scrollTop - height < NEAR_END_PX;
      if (wasAtEnd) log.scrollTop = log.scrollHeight;
      height = log.clientHeight;
    });
    observer.observe(log);
    return () => observer.disconnect();
  }, []);
  return ref;
}

function Talk({
  chat,
  messages,
  outbox,
  start,
  onStarted,
}: {
  chat: ChatId;
  messages: SandboxMessage[];
  outbox: ReturnType<typeof useOutbox>;
} & Pick<ConversationProps, 'start' | 'onStarted'>) {
  const log = useFollow(messages.length + outbox.waiting.length);
  const empty = messages.length === 0 && outbox.waiting.length === 0;
  function begin() {
    outbox.send(start ? `/start ${start}` : '/start');
    if (start) onStarted();
  }
  return (
    // scrolled with the keyboard, too
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <div className={classes.log} ref={log} role="log" aria-label="Сообщения" tabIndex={0} key={chat.personId}>
      <div className={classes.column}>
        {messages.map((message) => (
          <MessageView key={message.message_id} message={message} onCommand={outbox.send} onPress={outbox.press} />
        ))}
        {outbox.waiting.map((outgoing) => (
          <Bubble key={`waiting ${outgoing.key}`} mine time={timeOf(Date.now() / 1000)}>
            {outgoing.text}
            {outgoing.failed && (
              <button type="button" className={classes.retry} onClick={() => outbox.retry(outgoing)}>
                Не отправлено. Повторить
              </button>
            )}
          </Bubble>
        ))}
        {(empty || start) && (
          <Center className={classes.hint}>
            <button type="button" className={classes.start} onClick={begin}>
              Начать
            </button>
          </Center>
        )}
      </div>
    </div>
  );
}

export function Conversation({ bot, personId, action, start, onStarted, onBack }: ConversationProps) {
  const chat = { botId: bot.id, personId };
  const messages = useMessages(chat);
  const outbox = useOutbox(chat);

  function drop(event: DragEvent) {
    event.preventDefault();
    for (const file of event.dataTransfer.files) void outbox.sendFile(file);
  }

  return (
    <section
      className={classes.conversation}
      aria-label={`Чат: ${bot.name}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
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
      {messages.data ? (
        <Talk chat={chat} messages={messages.data} outbox={outbox} start={start} onStarted={onStarted} />
      ) : (
        <Center className={classes.log}>
          {messages.error ? <Text c="dimmed">Не удалось загрузить переписку</Text> : <Loader type="dots" />}
        </Center>
      )}
      <Composer
        key={`${bot.id} ${personId}`}
        buttons={replyButtons(messages.data ?? [])}
        onSend={outbox.send}
        onFile={(file) => void outbox.sendFile(file)}
      />
    </section>
  );
}

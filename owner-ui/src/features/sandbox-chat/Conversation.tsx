import { ActionIcon, Center, Loader, Text } from '@mantine/core';
import type { SandboxBot, SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import { ArrowLeft } from 'lucide-react';
import { type DragEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { BotAvatar } from './BotAvatar.tsx';
import { Composer } from './Composer.tsx';
import classes from './Conversation.module.css';
import { MessageView } from './MessageView.tsx';
import { lastEditable, replyButtons } from './messages.ts';
import { type ChatId, useMessages } from './queries.ts';
import { type Draft, isPicture, useDraft } from './use-draft.ts';
import { type Outbox, useOutbox } from './use-outbox.ts';
import type { Voice } from './use-recorder.ts';
import { WaitingView } from './WaitingView.tsx';

interface ConversationProps {
  bot: SandboxBot;
  personId: number;
  /** The bot's chat action, such as typing. */
  action: string | null;
  /** The parameter of /start given by a link. */
  start: string | null;
  onStarted: () => void;
  onBack: () => void;
}

const NEAR_END_PX = 160;

/** Scrolls to new messages if the reader is at the end, but leaves a reader further up in place. */
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
  // An on-screen keyboard makes the message list smaller.
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
  draft,
  start,
  onStarted,
}: {
  chat: ChatId;
  messages: SandboxMessage[];
  outbox: Outbox;
  draft: Draft;
} & Pick<ConversationProps, 'start' | 'onStarted'>) {
  const log = useFollow(messages.length + outbox.waiting.length);
  const empty = messages.length === 0 && outbox.waiting.length === 0;
  function begin() {
    outbox.send(start ? `/start ${start}` : '/start');
    if (start) onStarted();
  }
  return (
    // It must be scrollable by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <div className={classes.log} ref={log} role="log" aria-label="Сообщения" tabIndex={0} key={chat.personId}>
      <div className={classes.column}>
        {messages.map((message) => (
          <MessageView
            key={message.message_id}
            message={message}
            replied={messages.find(({ message_id }) => message_id === message.reply_to_message_id)}
            onReply={draft.reply}
            onEdit={draft.edit}
            onCommand={outbox.send}
            onPress={outbox.press}
          />
        ))}
        {outbox.waiting.map((outgoing) => (
          <WaitingView key={`waiting ${outgoing.key}`} outgoing={outgoing} outbox={outbox} />
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

/** Sends the draft: a text, photos with a caption, an edit, files and voice messages. */
function useSending(draft: Draft, outbox: Outbox) {
  const { about } = draft;
  const replyTo = about?.kind === 'reply' ? about.message.message_id : undefined;

  async function send() {
    const text = draft.text.trim();
    if (about?.kind === 'edit') {
      if (await outbox.edit(about.message, text)) draft.sent();
      return;
    }
    const photos = draft.pictures.map(({ file }) => file);
    if (!text && photos.length === 0) return;
    outbox.sendLetter({ text, photos, replyTo });
    draft.sent();
  }
  /** Pictures wait in the draft for a caption; other files are sent at once. */
  function attach(files: File[]) {
    if (about?.kind === 'edit') return;
    draft.add(files.filter(isPicture));
    for (const file of files) if (!isPicture(file)) outbox.sendLetter({ text: '', document: file, replyTo });
  }
  function sendVoice(voice: Voice) {
    outbox.sendLetter({ text: '', voice, replyTo });
    draft.leave();
  }
  return { send, attach, sendVoice };
}

export function Conversation({ bot, personId, action, start, onStarted, onBack }: ConversationProps) {
  const chat = { botId: bot.id, personId };
  const messages = useMessages(chat);
  const outbox = useOutbox(chat);
  const draft = useDraft();
  const { send, attach, sendVoice } = useSending(draft, outbox);

  function drop(event: DragEvent) {
    event.preventDefault();
    attach([...event.dataTransfer.files]);
  }

  function editLast() {
    const last = lastEditable(messages.data ?? []);
    if (last) draft.edit(last);
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
        <Talk chat={chat} messages={messages.data} outbox={outbox} draft={draft} start={start} onStarted={onStarted} />
      ) : (
        <Center className={classes.log}>
          {messages.error ? <Text c="dimmed">Не удалось загрузить переписку</Text> : <Loader type="dots" />}
        </Center>
      )}
      <Composer
        key={`${bot.id} ${personId}`}
        draft={draft}
        buttons={replyButtons(messages.data ?? [])}
        onButton={outbox.send}
        onSend={() => void send()}
        onVoice={sendVoice}
        onFiles={attach}
        onEditLast={editLast}
      />
    </section>
  );
}

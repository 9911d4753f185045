import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { ChatMessage } from '../../contract/chat-message.ts';
import { Composer } from './Composer.tsx';
import classes from './Conversation.module.css';
import { MessageView } from './MessageView.tsx';
import { forcedReply, lastEditable, replyButtons } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { type Draft, isPicture, useDraft } from './use-draft.ts';
import type { Voice } from './use-recorder.ts';
import { WaitingView } from './WaitingView.tsx';

interface ConversationProps {
  /** The bot's name. */
  name: string;
  /** Undefined until the conversation is read. */
  messages: ChatMessage[] | undefined;
  /** Why it could not be read. */
  failure?: string | undefined;
  outbox: Outbox;
  header?: ReactNode;
  /** What is said between the messages and the field. */
  notice?: ReactNode;
  /** The first message, sent by «Начать»; a link may ask for it in a conversation that has begun. */
  start: { text: string; isAsked?: boolean; onSent?: () => void };
  hasVoice?: boolean;
}

const NEAR_END_PX = 160;

/**
 * Scrolls to what the person writes, and to new messages if they read the end; a reader further up is left in place.
 */
function useFollow(count: number, written: number) {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef({ count: 0, written: 0 });
  useLayoutEffect(() => {
    const log = ref.current;
    if (!log || (count === seen.current.count && written === seen.current.written)) return;
    const near = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END_PX + log.clientHeight / 2;
    if (near || seen.current.count === 0 || written > seen.current.written) log.scrollTop = log.scrollHeight;
    seen.current = { count, written };
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

interface TalkProps extends Pick<ConversationProps, 'outbox' | 'start'> {
  messages: ChatMessage[];
  draft: Draft;
}

function Talk({ messages, outbox, draft, start }: TalkProps) {
  const log = useFollow(messages.length + outbox.waiting.length, outbox.waiting.length);
  const isEmpty = messages.length === 0 && outbox.waiting.length === 0;
  function begin() {
    outbox.send(start.text);
    start.onSent?.();
  }
  return (
    // It must be scrollable by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <div className={classes.log} ref={log} role="log" aria-label="Сообщения" tabIndex={0}>
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
        {(isEmpty || start.isAsked) && (
          <div className={classes.hint}>
            <button type="button" className={classes.start} onClick={begin}>
              Начать
            </button>
          </div>
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

/** What the bot has just asked to be answered is answered without looking for how. */
function useForcedReply(messages: ChatMessage[], { reply }: Draft): void {
  const asked = forcedReply(messages);
  const seen = useRef<number | null>(null);
  const isRead = useRef(false);
  useEffect(() => {
    const isNew = asked && asked.message_id !== seen.current;
    seen.current = asked?.message_id ?? null;
    // an old question does not open the field when the conversation is opened
    if (isNew && isRead.current) reply(asked);
    if (messages.length > 0) isRead.current = true;
  });
}

/** A conversation with a bot: its messages with their buttons, and the field in which one writes. */
export function Conversation({
  name,
  messages,
  failure,
  outbox,
  header,
  notice,
  start,
  hasVoice = false,
}: ConversationProps) {
  const draft = useDraft();
  const { send, attach, sendVoice } = useSending(draft, outbox);
  useForcedReply(messages ?? [], draft);

  function drop(event: DragEvent) {
    event.preventDefault();
    attach([...event.dataTransfer.files]);
  }

  function editLast() {
    const last = lastEditable(messages ?? []);
    if (last) draft.edit(last);
  }

  return (
    <section
      className={classes.conversation}
      aria-label={`Чат: ${name}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {header}
      {messages ? (
        <Talk messages={messages} outbox={outbox} draft={draft} start={start} />
      ) : (
        <div className={classes.log} aria-busy={!failure}>
          {failure && <p className={classes.failure}>{failure}</p>}
        </div>
      )}
      {notice}
      <Composer
        draft={draft}
        buttons={replyButtons(messages ?? [])}
        onButton={outbox.send}
        onSend={() => void send()}
        onVoice={hasVoice ? sendVoice : undefined}
        onFiles={attach}
        onEditLast={editLast}
      />
    </section>
  );
}

import { FileSpreadsheet } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { ChatButton, ChatMessage } from '../../contract/chat-message.ts';
import { Bubble } from './Bubble.tsx';
import { useChatContext, useFileUrl } from './chat-context.ts';
import { MessageMenu } from './MessageMenu.tsx';
import classes from './MessageView.module.css';
import { isEditable, sizeOf, timeOf } from './messages.ts';
import { Quote } from './Quote.tsx';
import { RichText } from './RichText.tsx';
import { VoiceView } from './VoiceView.tsx';

interface MessageViewProps {
  message: ChatMessage;
  /** The message it replies to, if that is still known. */
  replied: ChatMessage | undefined;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  onCommand: (command: string) => void;
  onPress: (messageId: number, data: string) => Promise<void>;
}

function KeyboardButton({ button, onPress }: { button: ChatButton; onPress: (data: string) => Promise<void> }) {
  const [pressed, setPressed] = useState(false);
  if (button.url)
    return (
      <a className={classes.button} href={button.url} target="_blank" rel="noreferrer">
        {button.text}
      </a>
    );
  const press = async () => {
    setPressed(true);
    await onPress(button.callback_data ?? '');
    setPressed(false);
  };
  return (
    <button type="button" className={classes.button} disabled={pressed} onClick={press}>
      {button.text}
    </button>
  );
}

function Keyboard({ message, onPress }: Pick<MessageViewProps, 'message' | 'onPress'>) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (rows.length === 0) return null;
  return (
    <div className={classes.keyboard}>
      {rows.map((row) => (
        <div key={row.map((button) => button.callback_data ?? button.url).join()} className={classes.keyboardRow}>
          {row.map((button) => (
            <KeyboardButton
              key={button.callback_data ?? button.url ?? button.text}
              button={button}
              onPress={(data) => onPress(message.message_id, data)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Picture({ fileId, alt }: { fileId: string; alt: string }) {
  const url = useFileUrl(fileId);
  return url ? <img className={classes.photo} src={url} alt={alt} /> : <span className={classes.loading}>Фото</span>;
}

function Voice({ fileId, seconds }: { fileId: string; seconds: number }) {
  return <VoiceView url={useFileUrl(fileId)} seconds={seconds} />;
}

function FileLink({ document }: { document: NonNullable<ChatMessage['document']> }) {
  const { fileUrl, fetchFile, notify } = useChatContext();
  const name = document.file_name ?? 'Файл';
  const url = fileUrl(document.file_id);
  /** A file that needs a token is fetched when it is pressed. */
  async function save(event: MouseEvent) {
    if (url !== null) return;
    event.preventDefault();
    try {
      const link = window.document.createElement('a');
      link.href = await fetchFile(document.file_id);
      link.download = name;
      link.click();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : 'Файл не загрузился');
    }
  }
  return (
    <a className={classes.file} href={url ?? '#'} download={name} onClick={save}>
      <span className={classes.fileIcon}>
        <FileSpreadsheet size={22} aria-hidden />
      </span>
      <span className={classes.fileName}>
        {name}
        <small>{sizeOf(document.file_size)}</small>
      </span>
    </a>
  );
}

function Attachment({ message: { photo, caption, document, voice } }: Pick<MessageViewProps, 'message'>) {
  const largest = photo?.at(-1);
  if (largest) return <Picture fileId={largest.file_id} alt={caption ?? 'Фото'} />;
  if (voice) return <Voice fileId={voice.file_id} seconds={voice.duration} />;
  return document ? <FileLink document={document} /> : null;
}

const elementIdOf = (messageId: number): string => `message-${messageId}`;

/** Scrolls to the message and highlights it for a moment. */
function show(messageId: number) {
  const element = document.getElementById(elementIdOf(messageId));
  element?.scrollIntoView({ block: 'center' });
  element?.animate?.([{ background: 'var(--ostatok-line)' }, { background: 'transparent' }], 1200);
}

export function MessageView({ message, replied, onReply, onEdit, onCommand, onPress }: MessageViewProps) {
  const [menu, setMenu] = useState(false);
  const text = message.text ?? message.caption ?? '';
  const mine = !message.from_bot;
  const actions = (
    <MessageMenu
      opened={menu}
      onChange={setMenu}
      mine={mine}
      onReply={() => onReply(message)}
      onEdit={isEditable(message) ? () => onEdit(message) : undefined}
      text={text}
    />
  );
  return (
    <Bubble
      id={elementIdOf(message.message_id)}
      mine={mine}
      time={timeOf(message.date)}
      edited={message.edit_date !== undefined}
      keyboard={<Keyboard message={message} onPress={onPress} />}
      onMenu={() => setMenu(true)}
      aside={actions}
    >
      {replied && (
        <Quote message={replied} title={replied.from_bot ? 'Бот' : 'Вы'} onShow={() => show(replied.message_id)} />
      )}
      <Attachment message={message} />
      <RichText text={text} entities={message.entities ?? message.caption_entities} onCommand={onCommand} />
    </Bubble>
  );
}

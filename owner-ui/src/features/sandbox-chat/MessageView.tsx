import type { SandboxButton, SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Bubble } from '../../ui/chat/Bubble.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import classes from './MessageView.module.css';
import { isEditable, sizeOf, timeOf } from './messages.ts';
import { Quote } from './Quote.tsx';
import { RichText } from './RichText.tsx';
import { VoiceView } from './VoiceView.tsx';

const fileUrl = (fileId: string): string => `/sandbox/api/files/${encodeURIComponent(fileId)}`;

interface MessageViewProps {
  message: SandboxMessage;
  /** The message it replies to, if that is still known. */
  replied: SandboxMessage | undefined;
  onReply: (message: SandboxMessage) => void;
  onEdit: (message: SandboxMessage) => void;
  onCommand: (command: string) => void;
  onPress: (messageId: number, data: string) => Promise<void>;
}

function KeyboardButton({ button, onPress }: { button: SandboxButton; onPress: (data: string) => Promise<void> }) {
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

function Attachment({ message }: Pick<MessageViewProps, 'message'>) {
  const photo = message.photo?.at(-1);
  if (photo) return <img className={classes.photo} src={fileUrl(photo.file_id)} alt={message.caption ?? 'Фото'} />;
  const { document, voice } = message;
  if (voice) return <VoiceView url={fileUrl(voice.file_id)} seconds={voice.duration} />;
  if (!document) return null;
  const name = document.file_name ?? 'Файл';
  return (
    <a className={classes.file} href={fileUrl(document.file_id)} download={name}>
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

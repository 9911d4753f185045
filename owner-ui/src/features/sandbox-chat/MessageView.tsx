import type { SandboxButton, SandboxMessage } from '@ostatok/api/contract/sandbox.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Bubble } from '../../ui/chat/Bubble.tsx';
import classes from './MessageView.module.css';
import { sizeOf, timeOf } from './messages.ts';
import { RichText } from './RichText.tsx';

const fileUrl = (fileId: string): string => `/sandbox/api/files/${encodeURIComponent(fileId)}`;

interface MessageViewProps {
  message: SandboxMessage;
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
  const { document } = message;
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

export function MessageView({ message, onCommand, onPress }: MessageViewProps) {
  const text = message.text ?? message.caption ?? '';
  return (
    <Bubble
      mine={!message.from_bot}
      time={timeOf(message.date)}
      edited={message.edit_date !== undefined}
      keyboard={<Keyboard message={message} onPress={onPress} />}
    >
      <Attachment message={message} />
      <RichText text={text} entities={message.entities ?? message.caption_entities} onCommand={onCommand} />
    </Bubble>
  );
}

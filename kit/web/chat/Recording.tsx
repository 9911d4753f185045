import { SendHorizontal } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import { durationOf } from './messages.ts';
import classes from './Recording.module.css';

interface RecordingProps {
  seconds: number;
  onCancel: () => void;
  onSend: () => void;
}

/** Replaces the composer while a voice message is recorded. */
export function Recording({ seconds, onCancel, onSend }: RecordingProps) {
  return (
    <div className={classes.line}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.time} role="timer" aria-label="Идёт запись">
        {durationOf(seconds)}
      </span>
      <button type="button" className={classes.cancel} onClick={onCancel}>
        Отмена
      </button>
      <IconButton filled aria-label="Отправить голосовое" onClick={onSend} autoFocus>
        <SendHorizontal size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

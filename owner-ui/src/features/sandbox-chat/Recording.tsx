import { ActionIcon, Button } from '@mantine/core';
import { SendHorizontal } from 'lucide-react';
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
      <Button variant="subtle" color="gray" className={classes.cancel} onClick={onCancel}>
        Отмена
      </Button>
      <ActionIcon variant="filled" color="teal" radius="xl" aria-label="Отправить голосовое" onClick={onSend} autoFocus>
        <SendHorizontal size={20} aria-hidden />
      </ActionIcon>
    </div>
  );
}

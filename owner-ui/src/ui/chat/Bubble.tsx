import type { ReactNode } from 'react';
import classes from './Bubble.module.css';

interface BubbleProps {
  /** Written by the person at this side of the screen. */
  mine: boolean;
  time: string;
  edited?: boolean;
  children: ReactNode;
  /** The buttons under it. */
  keyboard?: ReactNode;
}

export function Bubble({ mine, time, edited = false, children, keyboard }: BubbleProps) {
  return (
    <div className={classes.row} data-mine={mine || undefined}>
      <div className={classes.stack}>
        <div className={classes.bubble}>
          <span className={classes.who}>{mine ? 'Вы: ' : 'Бот: '}</span>
          <div className={classes.text}>{children}</div>
          <span className={classes.time}>
            {edited && 'изменено '}
            {time}
          </span>
        </div>
        {keyboard}
      </div>
    </div>
  );
}

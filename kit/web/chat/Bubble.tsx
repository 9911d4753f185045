import type { MouseEvent, ReactNode } from 'react';
import classes from './Bubble.module.css';

interface BubbleProps {
  id?: string;
  /** Written by this user. */
  mine: boolean;
  time: string;
  edited?: boolean;
  children: ReactNode;
  /** The buttons below the message. */
  keyboard?: ReactNode;
  /** An element beside the message. */
  aside?: ReactNode;
  /** Called by a right click or a long press. */
  onMenu?: () => void;
}

export function Bubble({ id, mine, time, edited = false, children, keyboard, aside, onMenu }: BubbleProps) {
  function openMenu(event: MouseEvent) {
    // Selected text, links and elements with their own menu keep the browser's.
    if (!onMenu || window.getSelection()?.toString() || (event.target as Element).closest('a, img')) return;
    event.preventDefault();
    onMenu();
  }
  return (
    <div className={classes.row} data-mine={mine || undefined} id={id}>
      <div className={classes.stack}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it opens the same menu */}
        <div className={classes.bubble} onContextMenu={openMenu}>
          <span className={classes.who}>{mine ? 'Вы: ' : 'Бот: '}</span>
          <div className={classes.text}>{children}</div>
          <span className={classes.time}>
            {edited && 'изменено '}
            {time}
          </span>
        </div>
        {keyboard}
      </div>
      {aside}
    </div>
  );
}

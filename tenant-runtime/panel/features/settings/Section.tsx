import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api.ts';
import classes from './Settings.module.css';

interface SectionProps {
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  text?: string;
  children: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps) {
  return (
    <section className={classes.section} aria-labelledby={`settings-${id}`}>
      <div>
        <h2 id={`settings-${id}`} className={classes.heading}>
          {title}
        </h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

/** A part of the page that could not be read; the others still stand. */
export function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={classes.row} role="alert">
      <span>{messageOf(error)}</span>
      <Button size="sm" variant="default" onClick={onRetry}>
        Повторить
      </Button>
    </div>
  );
}

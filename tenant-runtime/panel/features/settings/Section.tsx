import type { ReactNode } from 'react';
import classes from './Settings.module.css';

interface SectionProps {
  id: string;
  title: string;
  /** One sentence about the section's purpose. */
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

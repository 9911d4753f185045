import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import classes from './ui.module.css';

/** A longer title is set smaller: its end may name the vintage, and the keys must stay in place. */
const LONG = 36;

/** A screen with its title and, if given, a back button. */
export function Page({ title, onBack, children }: { title: string; onBack?: () => void; children: ReactNode }) {
  return (
    <section className={classes.page} aria-label={title}>
      <div className={classes.head} style={onBack ? undefined : { marginLeft: 0 }}>
        {onBack && (
          <IconButton aria-label="Назад" onClick={onBack}>
            <ArrowLeft size={24} aria-hidden />
          </IconButton>
        )}
        <h1 className={classes.title} data-long={title.length > LONG}>
          {title}
        </h1>
      </div>
      {children}
    </section>
  );
}

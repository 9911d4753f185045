import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** What happened and what to do; a failure is read out at once. */
export function Notice({ children, failure = false }: { children: ReactNode; failure?: boolean }) {
  return (
    <div className={`${classes.notice} ${failure ? classes.failure : ''}`} role={failure ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

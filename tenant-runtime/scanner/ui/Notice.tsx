import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** Says what happened and what to do; screen readers announce a failure at once. */
export function Notice({ children, failure = false }: { children: ReactNode; failure?: boolean }) {
  return (
    <div className={`${classes.notice} ${failure ? classes.failure : ''}`} role={failure ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

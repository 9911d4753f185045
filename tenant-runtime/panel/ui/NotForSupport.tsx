import type { ReactNode } from 'react';
import { useIsSupport } from '../lib/workspace.ts';
import classes from './NotForSupport.module.css';

/** What decides who comes in: the platform's support sees it, and reads why it cannot be pressed. */
export function NotForSupport({ children }: { children: ReactNode }) {
  if (!useIsSupport()) return children;
  return (
    <fieldset disabled className={classes.all}>
      <p className={classes.why}>Поддержка не управляет входом людей</p>
      {children}
    </fieldset>
  );
}

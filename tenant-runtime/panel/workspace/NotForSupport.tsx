import type { ReactNode } from 'react';
import classes from './NotForSupport.module.css';
import { useIsSupport } from './workspace.ts';

/** Disables controls of access for platform support, who see them with an explanation. */
export function NotForSupport({ children }: { children: ReactNode }) {
  if (!useIsSupport()) return children;
  return (
    <fieldset disabled className={classes.all}>
      <p className={classes.why}>Поддержка не управляет входом людей</p>
      {children}
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** The screen's main actions, within the thumb's reach however low the window is; secondary ones are narrow. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className={classes.acts}>{children}</div>;
}

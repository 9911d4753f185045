import type { ReactNode } from 'react';
import classes from './ui.module.css';

/** What a screen is for, under the thumb however low the window is; what is beside it is narrow. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className={classes.acts}>{children}</div>;
}

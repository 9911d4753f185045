import type { ReactNode } from 'react';
import { Themed } from './Themed.tsx';
import { Toasts } from './Toasts.tsx';

/** Wraps every page of ours: the theme, the fonts and the toasts. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <Themed>
      {children}
      <Toasts />
    </Themed>
  );
}

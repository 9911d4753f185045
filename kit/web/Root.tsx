import type { ReactNode } from 'react';
import { Themed } from './Themed.tsx';
import { Toasts } from './Toasts.tsx';

/** What every page of ours stands in: the theme, the type and the toasts. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <Themed>
      {children}
      <Toasts />
    </Themed>
  );
}

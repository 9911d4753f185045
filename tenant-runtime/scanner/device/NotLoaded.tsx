import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { reloadSafely } from './reload.ts';

/** Shown for a part of the scanner that did not load, as on a bad connection at the very first opening. */
export function NotLoaded({ what, children }: { what: string; children?: ReactNode }) {
  return (
    <Notice failure>
      <span>{what} Проверьте связь и повторите. Записанное сохранено в телефоне</span>
      <Button onClick={() => void reloadSafely()}>Повторить</Button>
      {children}
    </Notice>
  );
}

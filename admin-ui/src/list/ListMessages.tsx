import { Button } from '@mui/material';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { ReactNode } from 'react';
import { wordsOf } from '../ui/toasts.tsx';

export function ListFailed({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  return (
    <div className="list-message" role="alert">
      <strong>{text}</strong>
      <span>{wordsOf(error)}</span>
      <Button variant="outlined" onClick={onRetry}>
        Повторить
      </Button>
    </div>
  );
}

interface ListEmptyProps {
  children: ReactNode;
  /** Resets the search and filters; given when they are why the list is empty. */
  onReset?: (() => void) | undefined;
  next?: ReactNode;
}

export function ListEmpty({ children, onReset, next }: ListEmptyProps) {
  return (
    <div className="list-message">
      <Mark size={40} fill={0} />
      <strong>{children}</strong>
      {next}
      {onReset && (
        <Button variant="outlined" onClick={onReset}>
          Показать все
        </Button>
      )}
    </div>
  );
}

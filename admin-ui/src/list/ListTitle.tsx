import type { ReactNode } from 'react';

interface ListTitleProps {
  title: string;
  total: number | undefined;
  /** Whether there are more rows than the total. */
  isMore: boolean;
  buttons: ReactNode;
}

/** The heading of a list with its number of rows and the page's primary button. */
export function ListTitle({ title, total, isMore, buttons }: ListTitleProps) {
  return (
    <header className="list-title">
      <h1>{title}</h1>
      <span className="list-count" aria-live="polite">
        {total !== undefined && `${isMore ? 'больше ' : ''}${total.toLocaleString('ru-RU')}`}
      </span>
      <span className="list-buttons">{buttons}</span>
    </header>
  );
}

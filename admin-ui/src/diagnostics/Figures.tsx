import type { ReactNode } from 'react';
import { wordsOf } from '../ui/toasts.tsx';

interface FiguresProps<Data> {
  found: { data: Data | undefined; error: Error | null; isFetching: boolean };
  failed: string;
  waiting: string;
  children: (data: Data) => ReactNode;
}

/** Shows the last result, and whether a new one is loading or failed. */
export function Figures<Data>({ found: { data, error, isFetching }, failed, waiting, children }: FiguresProps<Data>) {
  return (
    <div aria-busy={isFetching}>
      {error && !isFetching && (
        <p role="alert" className="problem">
          {failed}. {wordsOf(error)}
        </p>
      )}
      {isFetching && <p className="dim">{waiting}</p>}
      {data && children(data)}
    </div>
  );
}

import { LAST_ROWS } from '@ostatok/kit/contract/endpoint.ts';
import type { RowId } from './types.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface ListWindowProps<Row extends { id: RowId }> {
  rows: Pick<VirtualRows<Row>, 'total' | 'depth' | 'beyond' | 'isStale'>;
  /** Shows the rows that follow a cursor; the first ones for an empty one. */
  onGo: (cursor: string) => void;
}

/** Below a list too long to be scrolled as a whole: which part of it is shown, and ways to the others. */
export function ListWindow<Row extends { id: RowId }>({ rows, onGo }: ListWindowProps<Row>) {
  const { total = 0, depth = 0, beyond, isStale } = rows;
  const { next = null, previous = null, isMore = false } = beyond;
  const count = depth.toLocaleString('ru-RU');
  if (isMore) return <p className="list-window">Видны первые {count} найденных. Уточните поиск</p>;
  if (next === null && previous === null) return null;
  const way = (label: string, cursor: string | null) => (
    <button
      type="button"
      className="bulk-action"
      disabled={cursor === null || isStale}
      onClick={() => onGo(cursor ?? '')}
    >
      {label}
    </button>
  );
  return (
    <nav className="list-window" aria-label="Части списка">
      <span aria-live="polite">
        {count} из {total.toLocaleString('ru-RU')}
      </span>
      {way('В начало', previous === null ? null : '')}
      {way('Назад', previous)}
      {way('Дальше', next)}
      {way('В конец', next === null ? null : LAST_ROWS)}
    </nav>
  );
}

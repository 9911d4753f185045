import { VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SortKey, StockView } from '../../stock/stock-filter.ts';
import { Tick } from '../../ui/Tick.tsx';
import classes from './StockTable.module.css';

interface Column {
  key: SortKey;
  label: string;
  className?: string | undefined;
}

const columns: Column[] = [
  { key: 'name', label: 'Позиция' },
  { key: 'category', label: 'Категория', className: classes.category },
  { key: 'quantity', label: 'Остаток', className: classes.right },
  { key: 'expected', label: 'По учёту', className: `${classes.expected} ${classes.right}` },
  { key: 'difference', label: 'Разница', className: `${classes.difference} ${classes.right}` },
  { key: 'changed_at', label: 'Последнее изменение', className: classes.last },
];

export type Sorting = Pick<StockView, 'sort' | 'descending'>;

interface StockHeadProps extends Sorting {
  onSort: (key: SortKey) => void;
  /** How many of the shown rows are selected; absent when the user may not select. */
  chosen?: 'all' | 'some' | 'none' | undefined;
  onAll: () => void;
}

export function StockHead({ sort, descending, onSort, chosen, onAll }: StockHeadProps) {
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <thead className={classes.headGroup}>
      <tr aria-rowindex={1} className={classes.head}>
        {chosen && (
          <th scope="col" className={classes.select}>
            <Tick
              checked={chosen === 'all'}
              partly={chosen === 'some'}
              label="Выбрать все показанные"
              onChange={onAll}
              tabIndex={0}
            />
          </th>
        )}
        {columns.map(({ key, label, className }) => (
          <th
            key={key}
            scope="col"
            className={className}
            aria-sort={key === sort ? (descending ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" className={classes.sort} data-sorted={key === sort} onClick={() => onSort(key)}>
              {label}
              {key === sort && <Arrow size={14} aria-hidden />}
            </button>
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>Действия</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

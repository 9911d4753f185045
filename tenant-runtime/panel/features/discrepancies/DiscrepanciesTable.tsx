import { formatDelta, formatMoneyDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import { ArrowDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { usePageRows, usePrinting } from '../../rows/use-page-rows.ts';
import classes from './Discrepancies.module.css';
import { type Row, type SortKey, sortedRows } from './tally.ts';

const ROW = 56;

interface Column {
  label: string;
  sort?: SortKey;
  number?: true;
  /** The column is hidden on a phone. */
  wide?: true;
}

const columns: Column[] = [
  { label: 'Позиция', sort: 'name' },
  { label: 'По учёту', number: true },
  { label: 'Остаток', number: true },
  { label: 'Разница', sort: 'difference', number: true },
  { label: 'В рублях', sort: 'loss', number: true, wide: true },
];

const cellClass = ({ number, wide }: Column): string =>
  [number ? classes.number : '', wide ? classes.wide : ''].filter(Boolean).join(' ');

function Head({ sort, onSort }: { sort: SortKey; onSort: (sort: SortKey) => void }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { label, sort: key } = column;
          const sorted = key !== undefined && key === sort;
          return (
            <th
              key={label}
              scope="col"
              className={cellClass(column)}
              aria-sort={sorted ? (key === 'name' ? 'ascending' : 'descending') : undefined}
            >
              {key ? (
                <button type="button" className={classes.sort} data-sorted={sorted} onClick={() => onSort(key)}>
                  {label}
                  {sorted && <ArrowDown size={14} aria-hidden />}
                </button>
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Line({ row: { item, expected, quantity, difference, loss } }: { row: Row }) {
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/?item=${item.id}`}>
          {item.name}
        </Link>
        <span className={classes.category}>{item.category}</span>
      </td>
      <td className={classes.number}>{formatQuantity(expected)}</td>
      <td className={classes.number}>{formatQuantity(quantity)}</td>
      <td className={`${classes.number} ${classes.difference}`} data-sign={Math.sign(difference)}>
        {difference === 0 ? formatQuantity(0, item.unit) : formatDelta(difference, item.unit)}
        {loss !== null && loss !== 0 && <span className={classes.lossUnder}>{formatMoneyDelta(loss)}</span>}
      </td>
      <td className={`${classes.number} ${classes.wide}`} data-sign={Math.sign(loss ?? 0)}>
        {loss === null ? '—' : formatMoneyDelta(loss)}
      </td>
    </tr>
  );
}

/** One spacer row that stands for all the rows above or below the visible ones. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;

export function DiscrepanciesTable({ rows }: { rows: readonly Row[] }) {
  const [chosen, setSort] = useState<SortKey>();
  const sort = chosen ?? (rows.some(({ loss }) => loss) ? 'loss' : 'difference');
  const sorted = useMemo(() => sortedRows(rows, sort), [rows, sort]);
  const printing = usePrinting();
  const { ref, virtual, margin } = usePageRows<HTMLTableSectionElement>({
    count: sorted.length,
    height: ROW,
    keyOf: (index) => sorted[index]?.item.id ?? index,
  });
  const seen = virtual.getVirtualItems();
  const [first, last] = [seen[0], seen.at(-1)];
  const shown = printing ? sorted : seen.map(({ index }) => sorted[index]).filter((row) => row !== undefined);
  return (
    <table className={classes.table} aria-rowcount={sorted.length + 1}>
      <Head sort={sort} onSort={setSort} />
      <tbody ref={ref}>
        {!printing && <Space height={(first?.start ?? margin) - margin} />}
        {shown.map((row) => (
          <Line key={row.item.id} row={row} />
        ))}
        {!printing && last && <Space height={virtual.getTotalSize() + margin - last.end} />}
      </tbody>
    </table>
  );
}

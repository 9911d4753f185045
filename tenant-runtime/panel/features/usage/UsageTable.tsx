import { formatDelta, formatMoneyDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { UsageRow } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import { Link } from 'react-router';
import { usePageRows, usePrinting } from '../../rows/use-page-rows.ts';
import classes from './Usage.module.css';
import { percent } from './usage-rows.ts';

const ROW = 60;

const columns = [
  { label: 'Позиция' },
  { label: 'Было', wide: true },
  { label: 'Пришло', wide: true },
  { label: 'Продано', wide: true },
  { label: 'Списано', wide: true },
  { label: 'Должно быть', number: true },
  { label: 'Насчитано', number: true },
  { label: 'Разница', number: true },
  { label: 'В рублях', wide: true },
];

const cell = ({ number, wide }: (typeof columns)[number]): string | undefined =>
  [number || wide ? classes.number : '', wide ? classes.wide : ''].filter(Boolean).join(' ') || undefined;

function Line({ row, search }: { row: UsageRow; search: string }) {
  const { item, opening, delivered, added, taken, sold, waste, comp, transfer } = row;
  const { expected, counted, variance, error, certain, share, loss } = row;
  const sign = certain ? Math.sign(variance) : 0;
  const gone = waste + comp + transfer;
  const wide = `${classes.number} ${classes.wide}`;
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/usage/${item.id}?${search}`}>
          {item.name}
        </Link>
        <span className={classes.under}>{item.category}</span>
      </td>
      <td className={wide}>{formatQuantity(opening)}</td>
      <td className={wide}>{delivered + added === 0 ? '' : formatQuantity(delivered + added)}</td>
      <td className={wide}>
        {formatQuantity(sold ?? -taken)}
        {sold === null && taken !== 0 && <span className={classes.under}>вручную</span>}
      </td>
      <td className={wide}>{gone === 0 ? '' : formatQuantity(-gone)}</td>
      <td className={classes.number}>{formatQuantity(expected)}</td>
      <td className={classes.number}>{formatQuantity(counted)}</td>
      <td className={`${classes.number} ${classes.variance}`} data-sign={sign}>
        {variance === 0 ? formatQuantity(0, item.unit) : formatDelta(variance, item.unit)}
        <span className={classes.under}>
          {error > 0 && `±${formatQuantity(error)}`}
          {error > 0 && share !== null && certain && ' · '}
          {share !== null && certain && variance !== 0 && percent(share)}
          {loss !== null && loss !== 0 && <span className={classes.narrow}> {formatMoneyDelta(loss)}</span>}
        </span>
      </td>
      <td className={wide} data-sign={sign}>
        {loss === null ? '—' : formatMoneyDelta(loss)}
      </td>
    </tr>
  );
}

const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;

/** Items in the order of the server: the largest loss first. */
export function UsageTable({ rows, search }: { rows: readonly UsageRow[]; search: string }) {
  const printing = usePrinting();
  const { ref, virtual, margin } = usePageRows<HTMLTableSectionElement>({
    count: rows.length,
    height: ROW,
    keyOf: (index) => rows[index]?.item.id ?? index,
  });
  const seen = virtual.getVirtualItems();
  const [first, last] = [seen[0], seen.at(-1)];
  const shown = printing ? rows : seen.map(({ index }) => rows[index]).filter((row) => row !== undefined);
  return (
    <table className={classes.table} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={cell(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={ref}>
        {!printing && <Space height={(first?.start ?? margin) - margin} />}
        {shown.map((row) => (
          <Line key={row.item.id} row={row} search={search} />
        ))}
        {!printing && last && <Space height={virtual.getTotalSize() + margin - last.end} />}
      </tbody>
    </table>
  );
}

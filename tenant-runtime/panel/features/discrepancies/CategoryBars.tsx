import { formatDelta, formatMoneyDelta } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { Choice } from '../../ui/Choice.tsx';
import classes from './Charts.module.css';
import { byCategory, type Measure, measuresOf, type Row } from './tally.ts';

/** More bars would repeat the table. */
const MOST_BARS = 12;

const labels: Record<Measure, string> = { money: 'В рублях', л: 'В литрах', кг: 'В килограммах', шт: 'В штуках' };

const show = (value: number, measure: Measure): string =>
  measure === 'money' ? formatMoneyDelta(value) : formatDelta(value, measure);

interface BarsProps {
  sums: { name: string; shortage: number; surplus: number }[];
  measure: Measure;
}

/**
 * Draws bars from a middle line: shortage to the left, surplus to the right. With only one of them, bars start at the
 * left edge.
 */
function Bars({ sums, measure }: BarsProps) {
  const widest = Math.max(...sums.flatMap(({ shortage, surplus }) => [-shortage, surplus]));
  const oneSided = sums.every(({ shortage }) => shortage === 0) || sums.every(({ surplus }) => surplus === 0);
  const width = (value: number): string => `${(Math.abs(value) / widest) * (oneSided ? 100 : 50)}%`;
  return (
    <ul className={classes.bars} data-one-sided={oneSided}>
      {sums.map(({ name, shortage, surplus }) => (
        <li key={name}>
          <span className={classes.barName}>{name || 'Без категории'}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} data-kind="shortage" style={{ width: width(shortage) }} />
            <span className={classes.bar} data-kind="surplus" style={{ width: width(surplus) }} />
          </span>
          <span className={classes.figures}>
            {shortage < 0 && <b data-kind="shortage">{show(shortage, measure)}</b>}
            {surplus > 0 && <span>{show(surplus, measure)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function CategoryBars({ rows }: { rows: readonly Row[] }) {
  const measures = measuresOf(rows);
  const [wanted, setWanted] = useState<Measure>('money');
  const measure = measures.includes(wanted) ? wanted : measures[0];
  if (!measure) return null;
  const sums = byCategory(rows, measure);
  return (
    <section className={classes.panel} aria-label="По категориям">
      <div className={classes.panelHead}>
        <h2 className={classes.heading}>По категориям</h2>
        {measures.length > 1 && (
          <Choice
            label="Считать"
            value={measure}
            options={measures.map((value) => ({ value, label: labels[value] }))}
            onChange={setWanted}
          />
        )}
      </div>
      <Bars sums={sums.slice(0, MOST_BARS)} measure={measure} />
      {sums.length > MOST_BARS && <p className={classes.dim}>и ещё категорий: {sums.length - MOST_BARS}</p>}
    </section>
  );
}

import { formatDelta, formatMoneyDelta } from '@ostatok/kit/web/format.ts';
import type { Discrepancies } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import { itemsInWords } from '../ui/words.ts';
import { isPriced } from './money.ts';
import classes from './Sums.module.css';

type Totals = Pick<Discrepancies['totals'], 'units' | 'money'>;

function Sum({ label, kind, totals }: { label: string; kind: 'shortage' | 'surplus'; totals: Totals }) {
  const money = totals.money[kind];
  const units = totals.units.filter((unit) => unit[kind] !== 0).map((unit) => formatDelta(unit[kind], unit.unit));
  return (
    <div>
      <dt>{label}</dt>
      {isPriced(totals.money) && (
        <dd className={classes.money} data-kind={money === 0 ? undefined : kind}>
          {formatMoneyDelta(money)}
        </dd>
      )}
      <dd className={classes.units}>{units.join(' · ') || 'нет'}</dd>
    </div>
  );
}

/** Shortage and surplus in money and in each unit, because units do not add up. */
export function Sums({ totals }: { totals: Totals }) {
  const { withoutCost } = totals.money;
  return (
    <div>
      <dl className={classes.sums}>
        <Sum label="Недостача" kind="shortage" totals={totals} />
        <Sum label="Излишек" kind="surplus" totals={totals} />
      </dl>
      {withoutCost > 0 && <p className={classes.note}>В рубли не вошло без цены: {itemsInWords(withoutCost)}</p>}
    </div>
  );
}

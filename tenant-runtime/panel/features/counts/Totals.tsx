import { formatMoneyDelta, plural } from '@ostatok/kit/web/format.ts';
import type { CountTotals } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { isPriced } from '../../reports/money.ts';
import classes from './Counts.module.css';
import { unitsText } from './words.ts';

function Sum({ label, totals, kind }: { label: string; totals: CountTotals; kind: 'shortage' | 'surplus' }) {
  const units = unitsText(totals.units, kind);
  return (
    <div className={classes.sum} data-kind={kind} data-none={units === ''}>
      <dt>{label}</dt>
      <dd>
        {isPriced(totals.money) && <b>{formatMoneyDelta(totals.money[kind])}</b>}
        <span>{units || 'нет'}</span>
      </dd>
    </div>
  );
}

/** Shortage and surplus in money and in units; lines without a price are mentioned separately. */
export function Totals({ totals }: { totals: CountTotals }) {
  const { withoutCost } = totals.money;
  return (
    <div>
      <dl className={classes.totals}>
        <Sum label="Недостача" totals={totals} kind="shortage" />
        <Sum label="Излишек" totals={totals} kind="surplus" />
      </dl>
      {withoutCost > 0 && (
        <p className={classes.dim}>
          В деньги не вошло {withoutCost} {plural(withoutCost, ['позиция', 'позиции', 'позиций'])} без цены
        </p>
      )}
    </div>
  );
}

import type { UpgradeCalculation } from '@ostatok/api/contract/billing.endpoints.ts';
import { formatMoney, quoted } from '@ostatok/kit/web/format.ts';
import type { ReactNode } from 'react';
import { days, formatDay } from '../lib/billing-labels.ts';
import classes from './Calculation.module.css';

function Line({ name, children, total }: { name: ReactNode; children: ReactNode; total?: boolean }) {
  return (
    <div className={total ? classes.total : classes.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows how the amount to pay is made up or, for a change that costs nothing now, when it takes effect. */
export function Calculation({ calculation, plan }: { calculation: UpgradeCalculation; plan: string }) {
  const { kind, credit, daysRemaining, newPlanPrice, amountToPay, effectiveAt } = calculation;
  if (kind === 'current') return <p className={classes.words}>Это ваш текущий тариф.</p>;
  if (kind === 'downgrade')
    return (
      <p className={classes.words}>
        Сейчас платить не нужно. Тариф сменится на {quoted(plan)} {formatDay(effectiveAt)}, до этого дня всё остаётся
        как есть.
      </p>
    );
  const left = credit - newPlanPrice;
  return (
    <dl className={classes.lines}>
      <Line name={`Тариф ${quoted(plan)}`}>{formatMoney(newPlanPrice)}</Line>
      {daysRemaining > 0 && <Line name="Осталось на текущем тарифе">{days(daysRemaining)}</Line>}
      {credit > 0 && <Line name="Зачтём за эти дни и остаток на счёте">{formatMoney(-credit)}</Line>}
      <Line name="К оплате" total>
        {formatMoney(amountToPay)}
      </Line>
      {left > 0 && amountToPay === 0 && (
        <Line name="Останется на счёте для следующих списаний">{formatMoney(left)}</Line>
      )}
    </dl>
  );
}

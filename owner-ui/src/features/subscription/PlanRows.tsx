import { Badge } from '@mantine/core';
import type { BillingPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { priceOf } from '../../lib/plans.ts';
import classes from './PlanRows.module.css';

interface PlanRowsProps {
  plans: BillingPlan[];
  period: BillingPeriod;
  chosenId: number | undefined;
  presentId: number;
  onChoose: (id: number) => void;
}

function PlanRow({
  plan,
  period,
  chosenId,
  presentId,
  onChoose,
}: Omit<PlanRowsProps, 'plans'> & { plan: BillingPlan }) {
  const chosen = plan.id === chosenId;
  const { text, before } = priceOf(plan, period);
  return (
    <label className={classes.row} data-chosen={chosen || undefined}>
      <input type="radio" name="new-plan" value={plan.id} checked={chosen} onChange={() => onChoose(plan.id)} />
      <span className={classes.name}>
        <strong>{plan.display_name}</strong> {plan.id === presentId && <Badge color="gray">сейчас</Badge>}
        <span className={classes.about}>{plan.description}</span>
        {/* A plan with prices on request has individual limits, which its features describe. */}
        {!priceOf(plan, 'monthly').onRequest && (
          <span className={classes.limits}>
            Заведений: {plan.max_instances}, пользователей в каждом: {plan.max_users_per_instance}
          </span>
        )}
      </span>
      <span className={classes.price}>
        {before && <s>{before}</s>} {text}
      </span>
    </label>
  );
}

export function PlanRows({ plans, ...rest }: PlanRowsProps) {
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.legend}>Тариф</legend>
      {plans.map((plan) => (
        <PlanRow key={plan.id} plan={plan} {...rest} />
      ))}
    </fieldset>
  );
}

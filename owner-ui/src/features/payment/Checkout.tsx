import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { BillingPlan, UpgradeCalculation } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod, ChangeKind } from '@ostatok/api/contract/billing.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { Link, useNavigate } from 'react-router';
import { useCalculation, useChangePlan, usePay, useSubscription } from '../../lib/billing.ts';
import { priceOf, savingOf, totalOf } from '../../lib/plans.ts';
import { Calculation } from '../../ui/Calculation.tsx';
import { Fewer } from '../../ui/Fewer.tsx';
import classes from './Payment.module.css';

interface CheckoutProps {
  plan: BillingPlan;
  period: BillingPeriod;
}

const words: Partial<Record<ChangeKind, string>> = {
  free: 'Перейти на тариф',
  downgrade: 'Запланировать переход',
};

/** Shows the plan's price until the amount that this owner will be charged has been calculated. */
function Total({ plan, period, calculation }: CheckoutProps & { calculation: UpgradeCalculation | undefined }) {
  const { before } = priceOf(plan, period);
  const present = useSubscription().data?.plan.max_instances ?? 0;
  const fewer = calculation?.kind === 'downgrade' && plan.max_instances < present;
  const saving = period === 'yearly' ? savingOf(plan) : 0;
  return (
    <div aria-live="polite" className={classes.sum}>
      {before && (
        <Text c="dimmed" ta="right">
          Без скидки <s>{before}</s>
        </Text>
      )}
      {calculation ? (
        <Calculation calculation={calculation} plan={plan.display_name} />
      ) : (
        <div className={classes.total}>
          <span>К оплате</span>
          <strong>{formatMoney(totalOf(plan, period))}</strong>
        </div>
      )}
      {fewer && <Fewer venues={plan.max_instances} />}
      {saving > 0 && (
        <Text c="dimmed" ta="right">
          Экономия {saving}%
        </Text>
      )}
    </div>
  );
}

/** The amount shown is the amount charged: it is sent with the request, and the server refuses a different one. */
export function Checkout({ plan, period }: CheckoutProps) {
  const navigate = useNavigate();
  const choice = { planId: plan.id, period };
  const { data: calculation, isFetching } = useCalculation(choice);
  const pay = usePay();
  const change = useChangePlan(() => navigate('/subscription'));
  const expectedAmount = calculation?.amountToPay ?? totalOf(plan, period) ?? 0;
  const kind = calculation?.kind;
  const proceed = () =>
    expectedAmount > 0 && kind !== 'downgrade'
      ? pay.mutate({ ...choice, expectedAmount })
      : change.mutate({ ...choice, expectedAmount: kind === 'downgrade' ? undefined : expectedAmount });
  return (
    <>
      {isFetching ? <Skeleton height="7rem" /> : <Total plan={plan} period={period} calculation={calculation} />}
      <Group justify="space-between">
        <Button component={Link} to="/plans" variant="default">
          К тарифам
        </Button>
        {kind === 'current' ? (
          <Button component={Link} to="/subscription">
            К подписке
          </Button>
        ) : (
          <Button loading={pay.isPending || change.isPending} disabled={isFetching} onClick={proceed}>
            {(kind && words[kind]) ?? 'Оплатить'}
          </Button>
        )}
      </Group>
      {expectedAmount > 0 && kind !== 'downgrade' && kind !== 'current' && (
        <Text c="dimmed" fz="sm">
          Карту сохраним, чтобы продлевать подписку без вас. Отменить автопродление можно в любой момент на странице
          подписки. Чек пришлём на вашу почту.
        </Text>
      )}
    </>
  );
}

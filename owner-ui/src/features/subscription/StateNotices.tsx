import { Button, Group, Text } from '@mantine/core';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { formatMoney, quoted } from '@ostatok/kit/web/format.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { billingKeys, failureOf, useCalculation, usePay } from '../../lib/billing.ts';
import { formatDay, outlook, periodNames } from '../../lib/billing-labels.ts';
import { comingFewer, fewerWords } from '../../lib/coming-fewer.ts';
import { useTenants } from '../../lib/my-tenants.ts';
import { notify } from '../../lib/notify.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SupportLink } from '../../ui/SupportLink.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

/** The plan and period of the failed charge, which may have been for a change of plan. */
const unpaidChoice = (subscription: Subscription) => {
  const { deferred_plan_id, deferred_billing_period, plan_id, billing_period, status } = subscription;
  const waits = status === 'past_due' && deferred_plan_id !== null;
  return { planId: waits ? deferred_plan_id : plan_id, period: (waits && deferred_billing_period) || billing_period };
};

/** Leads to the payment of the unpaid plan or, if that is no longer sold, to the choice of another. */
function PayNow({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) {
  const choice = unpaidChoice(subscription);
  const { data, isPending } = useCalculation(choice);
  const pay = usePay();
  const payable = usePublicConfig()?.payments;
  if (payable === false)
    return (
      <Text>
        Оплата здесь пока не подключена: напишите на <SupportLink />.
      </Text>
    );
  if (!isPending && !data?.amountToPay) return <Button onClick={onChange}>Выбрать тариф</Button>;
  const press = () => data && pay.mutate({ ...choice, expectedAmount: data.amountToPay });
  return (
    <Button loading={isPending || pay.isPending} onClick={press}>
      Оплатить {data && formatMoney(data.amountToPay)}
    </Button>
  );
}

export function UnpaidNotice({ subscription, onChange }: { subscription: Subscription; onChange: () => void }) {
  const { status } = subscription;
  if (status !== 'past_due' && status !== 'expired') return null;
  const pastDue = status === 'past_due';
  return (
    <Notice
      kind={pastDue ? 'warning' : 'danger'}
      title={pastDue ? 'Не получилось списать оплату' : 'Подписка закончилась'}
    >
      <Group justify="space-between" gap="sm">
        <Text>{outlook(subscription)}</Text>
        <PayNow subscription={subscription} onChange={onChange} />
      </Group>
    </Notice>
  );
}

function useStay() {
  return useMutation({
    mutationFn: () => api.call('POST /api/billing/cancel-scheduled-downgrade'),
    onSuccess: () => notify.success('Запланированное изменение отменено. Автопродление текущего плана включено.'),
    onError: (error) =>
      notify.error(
        failureOf(
          error,
          'Не удалось отменить запланированное изменение',
          'Ошибка при отмене запланированного изменения',
        ),
      ),
    meta: { invalidates: billingKeys },
  });
}

/** Announces the plan change at the end of the period and lets the owner cancel it. */
export function DeferredBanner({ subscription }: { subscription: Subscription }) {
  const stay = useStay();
  const fewer = comingFewer(subscription, useTenants().data ?? []);
  const { deferred_plan_display_name, deferred_plan_name, deferred_billing_period } = subscription;
  const target = deferred_plan_display_name ?? deferred_plan_name;
  if (!target) return null;
  const period = deferred_plan_name !== 'free' && deferred_billing_period;
  const next = `${quoted(target)}${period ? ` (${periodNames[period].toLowerCase()})` : ''}`;
  const present = quoted(subscription.plan.display_name);
  return (
    <Notice kind="info" title="Запланирована смена тарифа">
      <Group justify="space-between" gap="sm">
        <Text>
          {subscription.status === 'past_due'
            ? `Тариф сменится на ${next}, когда пройдёт оплата. До этого работает ${present}.`
            : `${formatDay(subscription.current_period_end)} тариф сменится на ${next}. До этого дня работает ${present}.`}
          {fewer && (
            <>
              {' '}
              {fewerWords(fewer)} <TextLink to="/dashboard">Выбрать, что останется</TextLink>
            </>
          )}
        </Text>
        <Button size="sm" loading={stay.isPending} onClick={() => stay.mutate()}>
          Остаться на текущем тарифе
        </Button>
      </Group>
    </Notice>
  );
}

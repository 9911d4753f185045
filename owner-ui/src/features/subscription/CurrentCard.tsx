import { Badge, Button, Group, Text, Title } from '@mantine/core';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { ReactNode } from 'react';
import { useChangePlan } from '../../lib/billing.ts';
import { formatDay, outlook, periodNames, statusOf, timeLeft } from '../../lib/billing-labels.ts';
import classes from './CurrentCard.module.css';

interface CurrentCardProps {
  subscription: Subscription;
  onChange: () => void;
  onCancel: () => void;
}

function Fact({ name, children, soon }: { name: string; children: ReactNode; soon?: boolean }) {
  return (
    <div className={classes.fact} data-soon={soon || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function PaidFacts({ subscription }: { subscription: Subscription }) {
  const { billing_period, current_period_start, current_period_end, auto_renew, granted_until } = subscription;
  const left = timeLeft(subscription);
  const isOver = subscription.status === 'expired' || subscription.status === 'past_due';
  return (
    <>
      {!granted_until && <Fact name="Период оплаты">{periodNames[billing_period]}</Fact>}
      <Fact name="Начало">{formatDay(current_period_start)}</Fact>
      <Fact name="Окончание">{current_period_end ? formatDay(current_period_end) : 'Без ограничения'}</Fact>
      {left !== null && !isOver && (
        <Fact name="Осталось" soon={subscription.is_expiring_soon}>
          {left}
        </Fact>
      )}
      {!granted_until && <Fact name="Автопродление">{auto_renew ? 'Включено' : 'Выключено'}</Fact>}
    </>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { plan, next_charge, balance, status } = subscription;
  return (
    <dl className={classes.facts}>
      {subscription.is_free_plan ? (
        <Fact name="Срок">Без ограничения по времени</Fact>
      ) : (
        <PaidFacts subscription={subscription} />
      )}
      <Fact name="Заведений">до {plan.max_instances}</Fact>
      <Fact name="Пользователей в каждом">до {plan.max_users_per_instance}</Fact>
      {next_charge !== null && status === 'active' && <Fact name="Следующее списание">{formatMoney(next_charge)}</Fact>}
      {balance > 0 && <Fact name="Остаток на счёте">{formatMoney(balance)}</Fact>}
    </dl>
  );
}

/** Undoes the cancellation by choosing the present plan again. */
function Resume({ subscription }: { subscription: Subscription }) {
  const change = useChangePlan(() => undefined);
  const again = { planId: subscription.plan_id, period: subscription.billing_period };
  return (
    <Button loading={change.isPending} onClick={() => change.mutate(again)}>
      Возобновить подписку
    </Button>
  );
}

export function CurrentCard({ subscription, onChange, onCancel }: CurrentCardProps) {
  const { status, plan, auto_renew, is_free_plan } = subscription;
  const { label, color } = statusOf(status);
  const cancellable = status === 'active' && auto_renew && !is_free_plan;
  const unpaid = status === 'past_due' || status === 'expired';
  return (
    <section className={classes.card} aria-labelledby="current-plan">
      <Group gap="sm">
        <Title order={2} id="current-plan">
          {plan.display_name}
        </Title>
        <Badge color={color} size="lg">
          {label}
        </Badge>
      </Group>
      {!unpaid && (
        <Text fz="lg" mt={4}>
          {outlook(subscription)}
        </Text>
      )}
      <Facts subscription={subscription} />
      <div className={classes.actions}>
        {status === 'canceled' && <Resume subscription={subscription} />}
        <Button variant={unpaid || status === 'canceled' ? 'default' : 'filled'} onClick={onChange}>
          Изменить тариф
        </Button>
        {cancellable && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Отменить подписку
          </Button>
        )}
      </div>
    </section>
  );
}

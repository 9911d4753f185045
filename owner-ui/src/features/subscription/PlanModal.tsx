import { Button, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { BillingPlan, Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod, ChangeKind } from '@ostatok/api/contract/billing.ts';
import { useState } from 'react';
import { useBillingPlans, useCalculation, useChangePlan } from '../../lib/billing.ts';
import { isFree, priceOf, savingOf } from '../../lib/plans.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { Calculation } from '../../ui/Calculation.tsx';
import { Fewer } from '../../ui/Fewer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SupportLink } from '../../ui/SupportLink.tsx';
import classes from './Dialog.module.css';
import { PlanRows } from './PlanRows.tsx';

interface PlanModalProps {
  subscription: Subscription;
  /** The plan selected at first. */
  planName?: string;
  onClose: () => void;
}

const periods = [
  { value: 'monthly', label: 'Месяц' },
  { value: 'yearly', label: 'Год' },
];

const verbs: Partial<Record<ChangeKind, string>> = {
  free: 'Перейти на тариф',
  downgrade: 'Запланировать переход',
  current: 'Оставить этот тариф',
};

/** Explains why the plan cannot be bought now and what to do instead. */
function Hindrance({ children }: { children: string }) {
  return (
    <Notice kind="info">
      {children}: напишите на <SupportLink />.
    </Notice>
  );
}

function usePlanChoice({ subscription, planName, onClose }: PlanModalProps) {
  const plans = useBillingPlans();
  const [chosenId, choose] = useState<number | null>(null);
  const [period, setPeriod] = useState<BillingPeriod>(subscription.billing_period ?? 'monthly');
  const plan = plans.data?.find((one) => (chosenId === null ? one.name === planName : one.id === chosenId));
  const price = plan && priceOf(plan, period);
  const sold = plan && !price?.onRequest ? plan : undefined;
  // The free plan has only one period, whichever is selected.
  const choice = sold ? { planId: sold.id, period: isFree(sold) ? ('monthly' as const) : period } : null;
  const calculation = useCalculation(choice);
  const change = useChangePlan(onClose);
  const payable = usePublicConfig()?.payments !== false;
  const { data } = calculation;
  const costs = data ? data.amountToPay > 0 && data.kind !== 'downgrade' : Boolean(sold && !isFree(sold));
  const send = () =>
    choice &&
    change.mutate({ ...choice, expectedAmount: costs || data?.kind === 'free' ? data?.amountToPay : undefined });
  return { plans, plan, sold, choose, period, setPeriod, calculation, change, send, hindered: costs && !payable };
}

interface OutcomeProps {
  plan: BillingPlan | undefined;
  present: Subscription['plan'];
  choice: ReturnType<typeof usePlanChoice>;
}

function Outcome({ plan, present, choice }: OutcomeProps) {
  const { sold, period, calculation, hindered } = choice;
  if (!plan) return <Text c="dimmed">Выберите тариф — покажем, сколько и когда платить.</Text>;
  if (!sold && !priceOf(plan).onRequest)
    return <Notice kind="info">На год этот тариф не продаётся. Выберите месяц.</Notice>;
  if (!sold) return <Hindrance>Условия обсудим с вами</Hindrance>;
  if (calculation.isFetching) return <Skeleton height="6rem" />;
  const fewer = calculation.data?.kind === 'downgrade' && sold.max_instances < present.max_instances;
  const saving = period === 'yearly' && !isFree(sold) ? savingOf(sold) : 0;
  return (
    <>
      {calculation.data && <Calculation calculation={calculation.data} plan={sold.display_name} />}
      {fewer && <Fewer venues={sold.max_instances} />}
      {saving > 0 && <Text c="dimmed">Год дешевле двенадцати месяцев на {saving}%.</Text>}
      {hindered && <Hindrance>Оплата здесь пока не подключена</Hindrance>}
    </>
  );
}

export function PlanModal(props: PlanModalProps) {
  const { subscription, onClose } = props;
  const choice = usePlanChoice(props);
  const { plans, plan, sold, period, calculation, change } = choice;
  const kind = calculation.data?.kind;
  const onPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal opened onClose={onClose} title="Изменить тариф" size="lg" fullScreen={onPhone}>
      <Stack>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="Период оплаты"
          value={period}
          onChange={(value) => choice.setPeriod(value as BillingPeriod)}
          data={periods}
        />
        {plans.isPending && <Skeleton height="14rem" />}
        {plans.error && !plans.data && (
          <Notice kind="danger" title="Ошибка загрузки тарифов">
            <Button size="sm" color="red" loading={plans.isFetching} onClick={() => void plans.refetch()}>
              Повторить
            </Button>
          </Notice>
        )}
        {plans.data && (
          <PlanRows
            plans={plans.data}
            period={period}
            chosenId={plan?.id}
            presentId={subscription.plan_id}
            onChoose={choice.choose}
          />
        )}
        <div aria-live="polite">
          {plans.data && <Outcome plan={plan} present={subscription.plan} choice={choice} />}
        </div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Не менять
          </Button>
          <Button
            loading={change.isPending}
            disabled={!sold || calculation.isFetching || choice.hindered}
            onClick={choice.send}
          >
            {(kind && verbs[kind]) ?? 'Оплатить'}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}

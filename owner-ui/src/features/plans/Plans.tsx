import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSubscription } from '../../lib/billing.ts';
import { notify } from '../../lib/notify.ts';
import { featureLines, limitsInWords, priceOf, savingOf } from '../../lib/plans.ts';
import { usePublicPlans } from '../../lib/use-public-plans.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlanPrice } from '../../ui/PlanPrice.tsx';
import classes from './Plans.module.css';

function Yearly({ plan }: { plan: PublicPlan }) {
  const { text, before, onRequest } = priceOf(plan, 'yearly');
  if (onRequest) return null;
  const saving = savingOf(plan);
  return (
    <Text c="dimmed" fz="sm">
      {before && <s>{before}</s>} {text}
      {saving > 0 && `, экономия ${saving}%`}
    </Text>
  );
}

interface PlanCardProps {
  plan: PublicPlan;
  chosen: boolean;
  /** Whether it is the owner's present plan. */
  present: boolean;
  onChoose: () => void;
}

function PlanCard({ plan, chosen, present, onChoose }: PlanCardProps) {
  return (
    <label className={classes.card} data-chosen={chosen || undefined}>
      <span className={classes.head}>
        <input type="radio" name="plan" value={plan.id} checked={chosen} onChange={onChoose} />
        <strong>{plan.display_name}</strong>
        {plan.is_featured && (
          <Badge color="amber" variant="filled">
            популярный
          </Badge>
        )}
        {present && <Badge color="gray">ваш тариф</Badge>}
      </span>
      <Text c="dimmed">{plan.description}</Text>
      <PlanPrice price={priceOf(plan)} />
      <Yearly plan={plan} />
      <CheckList lines={featureLines(plan.features)} />
    </label>
  );
}

function NotLoaded({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Notice kind="danger" title="Ошибка загрузки тарифов">
      <Group justify="space-between" gap="sm">
        <Text>Проверьте интернет и повторите. Выбор можно и пропустить.</Text>
        <Button size="sm" color="red" loading={retrying} onClick={onRetry}>
          Повторить
        </Button>
      </Group>
    </Notice>
  );
}

export function Plans() {
  useTitle('Тарифы');
  const navigate = useNavigate();
  const plans = usePublicPlans();
  const subscription = useSubscription().data;
  const pressed = useSearchParams()[0].get('plan');
  const [picked, setChosen] = useState<number | null>(null);
  const shown = plans.data?.plans;
  const free = plans.data?.free;
  const chosen = picked ?? shown?.find(({ name }) => name === pressed)?.id ?? null;
  useEffect(() => {
    if (plans.error) notify.error('Ошибка загрузки тарифов');
  }, [plans.error]);
  const proceed = () =>
    chosen === null ? notify.error('Выберите тариф') : navigate(`/subscription/payment/${chosen}`);
  return (
    <AppShell>
      <Title order={1}>Выберите тариф</Title>
      <Text c="dimmed" mt={4}>
        Тариф можно сменить позже в настройках.
        {(!subscription || subscription.is_free_plan) &&
          ` Пропустите выбор — останется бесплатный${free ? `: ${limitsInWords(free)}, без срока` : ''}.`}
      </Text>
      <fieldset className={classes.cards}>
        <legend className={classes.legend}>Тариф</legend>
        {plans.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height="20rem" radius="lg" />)}
        {plans.error && !plans.data && <NotLoaded retrying={plans.isFetching} onRetry={() => void plans.refetch()} />}
        {shown?.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            chosen={chosen === plan.id}
            present={subscription?.plan_id === plan.id}
            onChoose={() => setChosen(plan.id)}
          />
        ))}
      </fieldset>
      <Group justify="flex-end">
        <Button component={Link} to="/dashboard" variant="default">
          Пропустить
        </Button>
        <Button onClick={proceed}>Продолжить</Button>
      </Group>
    </AppShell>
  );
}

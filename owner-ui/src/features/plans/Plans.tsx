import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import type { PublicPlan } from '@ostatok/api/contract/public.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { notify } from '../../lib/notify.ts';
import { featureLines, priceOf, yearlySaving } from '../../lib/plans.ts';
import { usePublicPlans } from '../../lib/use-public-plans.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { PlanPrice } from '../../ui/PlanPrice.tsx';
import classes from './Plans.module.css';

function Yearly({ plan }: { plan: PublicPlan }) {
  if (!Number(plan.price_yearly)) return null;
  const saving = yearlySaving(plan);
  return (
    <Text c="dimmed" fz="sm">
      {formatMoney(plan.price_yearly)} в год{saving > 0 && `, экономия ${saving}%`}
    </Text>
  );
}

function PlanCard({ plan, chosen, onChoose }: { plan: PublicPlan; chosen: boolean; onChoose: () => void }) {
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
      </span>
      <Text c="dimmed">{plan.description}</Text>
      <PlanPrice price={priceOf(plan)} />
      <Yearly plan={plan} />
      <CheckList lines={featureLines(plan.features)} />
    </label>
  );
}

export function Plans() {
  useTitle('Тарифы');
  const navigate = useNavigate();
  const plans = usePublicPlans();
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (plans.error) notify.error('Ошибка загрузки тарифов');
  }, [plans.error]);
  const proceed = () =>
    chosen === null ? notify.error('Выберите тариф') : navigate(`/subscription/payment/${chosen}`);
  return (
    <AppShell>
      <Title order={1}>Выберите тариф</Title>
      <Text c="dimmed" mt={4}>
        Тариф можно сменить позже в настройках. Пропустите выбор — останется бесплатный.
      </Text>
      <fieldset className={classes.cards}>
        <legend className={classes.legend}>Тариф</legend>
        {plans.isPending && [1, 2, 3].map((key) => <Skeleton key={key} height="20rem" radius="lg" />)}
        {plans.data?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} chosen={chosen === plan.id} onChoose={() => setChosen(plan.id)} />
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

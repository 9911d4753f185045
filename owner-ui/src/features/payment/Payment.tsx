import { Anchor, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import type { PublicPlan } from '@ostatok/api/contract/public.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { featureLines, type Period, priceOf, totalOf, yearlySaving } from '../../lib/plans.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Payment.module.css';

const periods = [
  { value: 'monthly', label: 'Месяц' },
  { value: 'yearly', label: 'Год' },
];

/** The plan of the address; whatever is wrong with it leads back to the choice. */
function useChosenPlan(): PublicPlan | undefined {
  const { planId } = useParams();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['billing-plans'],
    queryFn: async () => (await api.get<{ plans: PublicPlan[] }>('/billing/plans')).plans,
  });
  const plan = data?.find(({ id }) => id === Number(planId));
  const trouble = error ? 'Ошибка загрузки тарифа' : data && !plan ? 'Тариф не найден' : null;
  useEffect(() => {
    if (!trouble) return;
    notify.error(trouble);
    navigate('/plans', { replace: true });
  }, [trouble, navigate]);
  return plan;
}

/** Nothing is sold here: say so and lead on, rather than let one press a button that cannot work. */
function NoPayments() {
  const supportEmail = usePublicConfig()?.supportEmail;
  return (
    <>
      <Notice kind="warning" title="Оплата здесь пока не подключена">
        Считать можно на бесплатном тарифе. Чтобы перейти на этот, напишите на{' '}
        <Anchor href={`mailto:${supportEmail}`} underline="always">
          {supportEmail}
        </Anchor>
        .
      </Notice>
      <Group justify="space-between">
        <Button component={Link} to="/plans" variant="default">
          К тарифам
        </Button>
        <Button component={Link} to="/dashboard">
          К моим заведениям
        </Button>
      </Group>
    </>
  );
}

function Order({ plan, payable }: { plan: PublicPlan; payable: boolean }) {
  const [period, setPeriod] = useState<Period>('monthly');
  const pay = useMutation({
    mutationFn: () =>
      api.post<{ paymentUrl: string }>('/billing/create-payment', { planId: plan.id, billingPeriod: period }),
    onSuccess: ({ paymentUrl }) => window.location.assign(paymentUrl),
    onError: (error) => notify.error(messageOf(error, 'Ошибка создания платежа')),
  });
  const { onRequest } = priceOf(plan);
  const saving = period === 'yearly' ? yearlySaving(plan) : 0;
  return (
    <section className={classes.order}>
      <Title order={1}>{plan.display_name}</Title>
      <Text c="dimmed">{plan.description}</Text>
      <CheckList lines={featureLines(plan.features)} />
      {!onRequest && (
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="Период оплаты"
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          data={periods}
        />
      )}
      <div className={classes.total}>
        <span>{onRequest ? 'Цена' : 'К оплате'}</span>
        <strong>{onRequest ? 'По запросу' : formatMoney(totalOf(plan, period))}</strong>
        {saving > 0 && <Text c="dimmed">Экономия {saving}%</Text>}
      </div>
      {payable ? (
        <Group justify="space-between">
          <Button component={Link} to="/plans" variant="default">
            К тарифам
          </Button>
          <Button loading={pay.isPending} onClick={() => pay.mutate()}>
            Оплатить
          </Button>
        </Group>
      ) : (
        <NoPayments />
      )}
    </section>
  );
}

export function Payment() {
  useTitle('Оплата');
  const plan = useChosenPlan();
  const config = usePublicConfig();
  return (
    <AppShell size="sm">
      {plan && config ? <Order plan={plan} payable={config.payments} /> : <Skeleton height="26rem" radius="lg" />}
    </AppShell>
  );
}

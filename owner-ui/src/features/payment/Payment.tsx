import { Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import type { BillingPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { featureLines, isFree, priceOf } from '../../lib/plans.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { CheckList } from '../../ui/CheckList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlanPrice } from '../../ui/PlanPrice.tsx';
import { SupportLink } from '../../ui/SupportLink.tsx';
import { Checkout } from './Checkout.tsx';
import classes from './Payment.module.css';
import { useChosenPlan } from './use-chosen-plan.ts';

const periods = [
  { value: 'monthly', label: 'Месяц' },
  { value: 'yearly', label: 'Год' },
];

function Elsewhere() {
  return (
    <Group justify="space-between">
      <Button component={Link} to="/plans" variant="default">
        К тарифам
      </Button>
      <Button component={Link} to="/dashboard">
        К моим заведениям
      </Button>
    </Group>
  );
}

/** Says that payments are not configured, rather than show a button that cannot work. */
function NoPayments() {
  return (
    <>
      <Notice kind="warning" title="Оплата здесь пока не подключена">
        Считать можно на бесплатном тарифе. Чтобы перейти на этот, напишите на <SupportLink />.
      </Notice>
      <Elsewhere />
    </>
  );
}

function OnRequest({ plan }: { plan: BillingPlan }) {
  return (
    <>
      <PlanPrice price={priceOf(plan)} />
      <Notice kind="info" title="Условия обсудим с вами">
        Напишите на <SupportLink subject={`Тариф «${plan.display_name}»`} />: сколько заведений и сотрудников. Ответим в
        рабочий день с 10:00 до 18:00 по Москве.
      </Notice>
      <Elsewhere />
    </>
  );
}

function ForPeriod({ plan, payable }: { plan: BillingPlan; payable: boolean }) {
  const [query] = useSearchParams();
  const [chosen, setPeriod] = useState<BillingPeriod>(query.get('period') === 'yearly' ? 'yearly' : 'monthly');
  const yearly = !priceOf(plan, 'yearly').onRequest;
  const period = yearly ? chosen : 'monthly';
  return (
    <>
      {yearly && (
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="Период оплаты"
          value={period}
          onChange={(value) => setPeriod(value as BillingPeriod)}
          data={periods}
        />
      )}
      {payable ? <Checkout plan={plan} period={period} /> : <PlanPrice price={priceOf(plan, period)} />}
      {!payable && <NoPayments />}
    </>
  );
}

function Order({ plan, payable }: { plan: BillingPlan; payable: boolean }) {
  const onRequest = priceOf(plan).onRequest;
  return (
    <section className={classes.order}>
      <Title order={1}>{plan.display_name}</Title>
      <Text c="dimmed">{plan.description}</Text>
      <CheckList lines={featureLines(plan.features)} />
      {onRequest && <OnRequest plan={plan} />}
      {isFree(plan) && <Checkout plan={plan} period="monthly" />}
      {!onRequest && !isFree(plan) && <ForPeriod plan={plan} payable={payable} />}
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

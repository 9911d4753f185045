import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Subscription as Current } from '@ostatok/api/contract/billing.endpoints.ts';
import { useEffect, useRef, useState } from 'react';
import { useSubscription } from '../../lib/billing.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ArrivedPayment } from './ArrivedPayment.tsx';
import { CancelModal } from './CancelModal.tsx';
import { CurrentCard } from './CurrentCard.tsx';
import { Invoices } from './Invoices.tsx';
import { PaymentMethod } from './PaymentMethod.tsx';
import { PlanModal } from './PlanModal.tsx';
import { DeferredBanner, UnpaidNotice } from './StateNotices.tsx';

function NotLoaded({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Notice kind="danger" title="Не удалось загрузить данные подписки">
      <Stack align="flex-start" gap="sm">
        Проверьте интернет и повторите.
        <Button size="sm" color="red" loading={retrying} onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Notice>
  );
}

/** A change may remove the pressed button: the focus then moves to the heading instead of the start of the page. */
function useKeptFocus(subscription: Current | null | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = subscription && `${subscription.status} ${subscription.plan_id} ${subscription.deferred_plan_id}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current && state !== seen.current && document.activeElement === document.body) heading.current?.focus();
    seen.current = state;
  }, [state]);
  return heading;
}

type Dialog = { kind: 'plan'; planName?: string } | { kind: 'cancel' };

/** Shows the plan, the next payment and past payments, and lets the owner cancel. */
export function Subscription() {
  useTitle('Подписка');
  const { data: subscription, error, isFetching, refetch } = useSubscription();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const heading = useKeptFocus(subscription);
  const close = () => setDialog(null);
  const changePlan = () => setDialog({ kind: 'plan' });
  return (
    <AppShell size="md">
      <Stack gap="lg">
        <Title order={1} ref={heading} tabIndex={-1}>
          Подписка
        </Title>
        <ArrivedPayment />
        {error && !subscription && <NotLoaded retrying={isFetching} onRetry={() => void refetch()} />}
        {!error && subscription === undefined && <Skeleton height="22rem" radius="lg" />}
        {subscription === null && <Text>Подписки пока нет. Выберите тариф, чтобы она появилась.</Text>}
        {subscription && (
          <>
            <UnpaidNotice subscription={subscription} onChange={changePlan} />
            <DeferredBanner subscription={subscription} />
            <CurrentCard
              subscription={subscription}
              onChange={changePlan}
              onCancel={() => setDialog({ kind: 'cancel' })}
            />
            <PaymentMethod subscription={subscription} />
            {dialog?.kind === 'plan' && (
              <PlanModal subscription={subscription} planName={dialog.planName} onClose={close} />
            )}
            {dialog?.kind === 'cancel' && (
              <CancelModal
                subscription={subscription}
                onClose={close}
                onGoFree={() => setDialog({ kind: 'plan', planName: 'free' })}
              />
            )}
          </>
        )}
        <Invoices />
      </Stack>
    </AppShell>
  );
}

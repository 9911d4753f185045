import { Button, Group, Text } from '@mantine/core';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { formatDay } from '../../lib/billing-labels.ts';
import { comingFewer, fewerWords, venues } from '../../lib/coming-fewer.ts';
import { Notice } from '../../ui/Notice.tsx';
import { KeepChoice } from './KeepChoice.tsx';

/** Announces that a smaller plan will suspend these tenants, while the owner can still choose which. */
export function ComingFewer({ subscription, tenants }: { subscription: Subscription | null; tenants: Tenant[] }) {
  const [opened, setOpened] = useState(false);
  const coming = comingFewer(subscription, tenants);
  if (!coming) return null;
  const { places, planName, candidates, stay } = coming;
  const since =
    subscription?.status === 'past_due' ? 'после оплаты' : formatDay(subscription?.current_period_end ?? null);
  return (
    <Notice kind="warning" title={`На тарифе ${quoted(planName)} — ${venues(places)}`}>
      <Group justify="space-between" gap="sm">
        <Text>
          Он начнётся {since}. {fewerWords(coming)}
        </Text>
        <Button size="sm" color="amber" onClick={() => setOpened(true)}>
          Выбрать, что останется
        </Button>
      </Group>
      {opened && (
        <KeepChoice tenants={candidates} places={places} chosen={stay} since={since} onClose={() => setOpened(false)} />
      )}
    </Notice>
  );
}

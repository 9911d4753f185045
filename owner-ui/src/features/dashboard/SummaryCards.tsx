import { Skeleton } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/provision.ts';
import classes from './SummaryCards.module.css';

export function SummaryCards({ tenants, planName }: { tenants: Tenant[] | undefined; planName: string }) {
  const cards = [
    { label: 'Заведений', value: tenants?.length },
    { label: 'Активных', value: tenants?.filter((tenant) => tenant.status === 'active').length },
    { label: 'Тариф', value: planName },
  ];
  return (
    <dl className={classes.cards}>
      {cards.map(({ label, value }) => (
        <div key={label} className={classes.card}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton height="2.25rem" width="3rem" />}</dd>
        </div>
      ))}
    </dl>
  );
}

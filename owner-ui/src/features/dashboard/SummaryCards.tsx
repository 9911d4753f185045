import { Skeleton } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import classes from './SummaryCards.module.css';

interface SummaryCardsProps {
  tenants: Tenant[] | undefined;
  planName: string;
  /** A sentence about the future of the plan, in the same words as on the subscription page. */
  planNote: string | null;
}

export function SummaryCards({ tenants, planName, planNote }: SummaryCardsProps) {
  const cards: { label: string; value: number | string | undefined; note?: string | null }[] = [
    { label: 'Заведений', value: tenants?.length },
    { label: 'Активных', value: tenants?.filter((tenant) => tenant.status === 'active').length },
    { label: 'Тариф', value: planName, note: planNote },
  ];
  return (
    <dl className={classes.cards}>
      {cards.map(({ label, value, note }) => (
        <div key={label} className={classes.card}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton height="2.25rem" width="3rem" />}</dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

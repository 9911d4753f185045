import type { Tenant } from '@ostatok/api/contract/provision.ts';
import { useSubscription } from '../../lib/billing.ts';
import { blocksNewVenues } from '../../lib/expiry.ts';
import { SupportLink } from '../../ui/SupportLink.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './TenantCard.module.css';

/** Why a venue stands still, and what wakes it. */
export function WhySuspended({ tenant }: { tenant: Tenant }) {
  const subscription = useSubscription().data;
  if (tenant.status !== 'suspended' || !tenant.suspended_by) return null;
  if (tenant.suspended_by === 'administrator')
    return (
      <p className={classes.why}>
        Приостановлено администратором сервиса, данные целы. Чтобы узнать почему, напишите на <SupportLink />.
      </p>
    );
  return (
    <p className={classes.why}>
      {blocksNewVenues(subscription)
        ? 'Приостановлено: подписка закончилась. Данные целы, после оплаты заведение сразу заработает. '
        : 'Приостановлено: тариф рассчитан на меньшее число заведений. Данные целы. '}
      <TextLink to="/subscription">{blocksNewVenues(subscription) ? 'Оплатить' : 'Изменить тариф'}</TextLink>
    </p>
  );
}

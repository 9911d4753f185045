import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useState } from 'react';
import { useSubscription } from '../../lib/billing.ts';
import { keepOrder } from '../../lib/coming-fewer.ts';
import { blocksNewVenues } from '../../lib/expiry.ts';
import { useTenants } from '../../lib/my-tenants.ts';
import { SupportLink } from '../../ui/SupportLink.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { KeepChoice } from './KeepChoice.tsx';
import classes from './TenantCard.module.css';

/** Offers the choice of which tenants run when there are more than the plan allows. */
function Choose() {
  const [opened, setOpened] = useState(false);
  const tenants = useTenants().data ?? [];
  const places = useSubscription().data?.plan.max_instances ?? 0;
  if (places === 0) return null;
  const candidates = keepOrder(tenants);
  const running = candidates.filter(({ status }) => status === 'active');
  return (
    <>
      {' или '}
      <button type="button" className="plain" onClick={() => setOpened(true)}>
        выбрать, что работает
      </button>
      {opened && <KeepChoice tenants={candidates} places={places} chosen={running} onClose={() => setOpened(false)} />}
    </>
  );
}

/** Explains why a tenant is suspended and how to resume it. */
export function WhySuspended({ tenant }: { tenant: Tenant }) {
  const subscription = useSubscription().data;
  if (tenant.status !== 'suspended' || !tenant.suspended_by) return null;
  if (tenant.suspended_by === 'administrator')
    return (
      <p className={classes.why}>
        Приостановлено сервисом, данные целы. Чтобы узнать почему, напишите на <SupportLink />.
      </p>
    );
  const unpaid = blocksNewVenues(subscription);
  return (
    <p className={classes.why}>
      {unpaid
        ? 'Приостановлено: подписка закончилась. Данные целы, после оплаты заведение сразу заработает. '
        : 'Приостановлено: тариф рассчитан на меньшее число заведений. Данные целы. '}
      <TextLink to="/subscription">{unpaid ? 'Оплатить' : 'Изменить тариф'}</TextLink>
      {!unpaid && <Choose />}
    </p>
  );
}

import { Button, Group, Text } from '@mantine/core';
import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { outlook } from '../../lib/billing-labels.ts';
import { blocksNewVenues, dismissalKey, expiryWarning } from '../../lib/expiry.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { VerifyBanner } from '../../ui/VerifyBanner.tsx';
import { ComingFewer } from './ComingFewer.tsx';

const kinds = { medium: 'info', high: 'warning', critical: 'danger' } as const;

function ExpiryBanner({ subscription }: { subscription: Subscription | null }) {
  const key = dismissalKey(new Date());
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key) !== null);
  const warning = expiryWarning(subscription);
  if (!warning || dismissed) return null;
  const dismiss = () => {
    sessionStorage.setItem(key, '1');
    setDismissed(true);
  };
  return (
    <Notice kind={kinds[warning.level]} urgent={warning.level !== 'medium'} onClose={dismiss}>
      {warning.text}{' '}
      <TextLink to="/subscription" c="inherit">
        К&nbsp;подписке
      </TextLink>
    </Notice>
  );
}

/** Explains why nothing new can be created and what to do. */
function UnpaidBanner({ subscription }: { subscription: Subscription | null }) {
  if (!subscription || !blocksNewVenues(subscription)) return null;
  const expired = subscription.status === 'expired';
  return (
    <Notice
      kind={expired ? 'danger' : 'warning'}
      title={expired ? 'Подписка закончилась' : 'Не получилось списать оплату'}
    >
      <Group justify="space-between" gap="sm">
        <Text>{outlook(subscription)} Новые заведения можно будет создавать после оплаты.</Text>
        <Button component={Link} to="/subscription" size="sm">
          Оплатить
        </Button>
      </Group>
    </Notice>
  );
}

interface BannersProps {
  user: User | undefined;
  subscription: Subscription | null;
  tenants: Tenant[];
}

export function Banners({ user, subscription, tenants }: BannersProps) {
  return (
    <>
      {user && !user.email_verified && (
        <VerifyBanner email={user.email}>
          Мы отправили ссылку на {user.email}. Откройте её, чтобы не потерять доступ.
        </VerifyBanner>
      )}
      <UnpaidBanner subscription={subscription} />
      <ExpiryBanner subscription={subscription} />
      <ComingFewer subscription={subscription} tenants={tenants} />
    </>
  );
}

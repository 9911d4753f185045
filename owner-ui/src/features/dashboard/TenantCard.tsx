import { Anchor, Badge, Title } from '@mantine/core';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { Tenant, TenantStatus } from '@ostatok/api/contract/provision.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { botLink } from '../../lib/bot-link.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { BotTrouble } from './BotTrouble.tsx';
import { TenantActions } from './TenantActions.tsx';
import classes from './TenantCard.module.css';
import { WhySuspended } from './WhySuspended.tsx';

const colors: Record<TenantStatus, string> = { active: 'teal', creating: 'amber', suspended: 'gray', deleted: 'red' };

function Facts({ tenant }: { tenant: Tenant }) {
  const users = tenant.stats?.userCount;
  return (
    <p className={classes.facts}>
      <span>{tenant.subdomain}</span>
      <span>создано {new Date(tenant.created_at).toLocaleDateString('ru-RU')}</span>
      {users !== undefined && (
        <span>
          {users} {plural(users, ['пользователь', 'пользователя', 'пользователей'])}
        </span>
      )}
    </p>
  );
}

function Links({ tenant, name }: { tenant: Tenant; name: string }) {
  const sandbox = usePublicConfig()?.sandbox.chat;
  if (tenant.status !== 'active') return null;
  return (
    <p className={classes.links}>
      <Anchor href={tenant.web_url} target="_blank" rel="noreferrer" aria-label={`Веб-панель: ${name}`}>
        <ExternalLink size={18} aria-hidden /> Веб-панель
      </Anchor>
      {tenant.bot_username && (
        <Anchor href={botLink(tenant.bot_username, sandbox)} target="_blank" rel="noreferrer">
          <MessageCircle size={18} aria-hidden /> @{tenant.bot_username}
        </Anchor>
      )}
    </p>
  );
}

export function TenantCard({ tenant }: { tenant: Tenant }) {
  const name = tenant.display_name || tenant.subdomain;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Title order={2} fz="1.25rem">
          {name}
        </Title>
        <Badge color={colors[tenant.status]} size="lg">
          {tenantStatusLabels[tenant.status]}
        </Badge>
      </div>
      <Facts tenant={tenant} />
      <WhySuspended tenant={tenant} />
      <BotTrouble tenant={tenant} />
      <Links tenant={tenant} name={name} />
      <TenantActions tenant={tenant} name={name} />
    </li>
  );
}

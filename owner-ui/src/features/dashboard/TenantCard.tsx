import { Anchor, Badge, Button, Title } from '@mantine/core';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { TenantStatus } from '@ostatok/api/contract/provision.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { ExternalLink, MessageCircle } from 'lucide-react';
import { botLink, maxStaffLink } from '../../lib/bot-link.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { BotTrouble } from './BotTrouble.tsx';
import { StaffCode, type StaffLink } from './StaffCode.tsx';
import { TenantActions } from './TenantActions.tsx';
import classes from './TenantCard.module.css';
import { VenueFacts } from './VenueFacts.tsx';
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

/** The links that owners need most, the panel first. */
function Ways({ tenant, name }: { tenant: Tenant; name: string }) {
  const sandbox = usePublicConfig()?.sandbox.chat;
  if (tenant.status !== 'active') return null;
  const telegram = tenant.bot_username && botLink(tenant.bot_username, sandbox);
  const max = tenant.max && maxStaffLink(tenant.tenant_id, tenant.max);
  const links: StaffLink[] = [
    ...(telegram ? [{ messenger: 'Telegram' as const, link: telegram }] : []),
    ...(max ? [{ messenger: 'MAX' as const, link: max }] : []),
  ];
  return (
    <div className={classes.ways}>
      <Button
        component="a"
        size="lg"
        href={tenant.web_url}
        target="_blank"
        rel="noreferrer"
        aria-label={`Открыть панель: ${name}`}
        rightSection={<ExternalLink size={20} aria-hidden />}
      >
        Открыть панель
      </Button>
      {links.length > 0 && <StaffCode name={name} links={links} />}
      {telegram && (
        <Anchor href={telegram} target="_blank" rel="noreferrer" className={classes.bot}>
          <MessageCircle size={18} aria-hidden /> @{tenant.bot_username}
        </Anchor>
      )}
      {max && (
        <Anchor href={max} target="_blank" rel="noreferrer" className={classes.bot}>
          <MessageCircle size={18} aria-hidden /> {tenant.max?.shared ? 'Общий бот в MAX' : 'Бот в MAX'}
        </Anchor>
      )}
    </div>
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
      {tenant.stats && <VenueFacts facts={tenant.stats} />}
      <Ways tenant={tenant} name={name} />
      <TenantActions tenant={tenant} name={name} />
    </li>
  );
}

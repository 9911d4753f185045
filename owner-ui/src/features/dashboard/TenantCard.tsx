import { Anchor, Badge, Button, Title } from '@mantine/core';
import type { Credentials, Tenant, TenantStatus } from '@ostatok/api/contract/provision.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { ExternalLink, KeyRound, MessageCircle, RotateCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../lib/api.ts';
import { botLink } from '../../lib/bot-link.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { CredentialsModal } from './CredentialsModal.tsx';
import { DeleteConfirmation } from './DeleteConfirmation.tsx';
import { useTenantAction } from './queries.ts';
import classes from './TenantCard.module.css';

const statuses: Record<TenantStatus, { label: string; color: string }> = {
  active: { label: 'Активен', color: 'teal' },
  creating: { label: 'Создается', color: 'amber' },
  suspended: { label: 'Приостановлен', color: 'gray' },
  deleted: { label: 'Удален', color: 'red' },
};

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

function useTenantActions(id: string) {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const restart = useTenantAction({
    call: () => api.post(`/provision/tenant/${id}/restart`),
    done: 'Заведение перезапущено',
    failed: 'Ошибка перезапуска',
  });
  const reset = useTenantAction({
    call: () =>
      api.post<{ credentials: { login: string; password: string } }>(`/provision/tenant/${id}/reset-password`),
    done: null,
    failed: 'Ошибка сброса пароля',
    onDone: (answer) => setCredentials({ username: answer.credentials.login, password: answer.credentials.password }),
  });
  const remove = useTenantAction({
    call: () => api.delete(`/provision/tenant/${id}`),
    done: 'Заведение удалено',
    failed: 'Ошибка удаления',
  });
  return { restart, reset, remove, credentials, hideCredentials: () => setCredentials(null) };
}

export function TenantCard({ tenant }: { tenant: Tenant }) {
  const [deleting, setDeleting] = useState(false);
  const { restart, reset, remove, credentials, hideCredentials } = useTenantActions(tenant.tenant_id);
  const name = tenant.display_name || tenant.subdomain;
  const { label, color } = statuses[tenant.status];
  const active = tenant.status === 'active';
  const deleteButton = useRef<HTMLButtonElement>(null);
  const resetButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    flushSync(() => setDeleting(false));
    deleteButton.current?.focus();
  };
  // the button was disabled while it worked, and so had lost the focus that the dialog would give back
  const hide = () => {
    flushSync(hideCredentials);
    resetButton.current?.focus();
  };
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Title order={2} fz="1.25rem">
          {name}
        </Title>
        <Badge color={color} size="lg">
          {label}
        </Badge>
      </div>
      <Facts tenant={tenant} />
      <Links tenant={tenant} name={name} />
      {deleting ? (
        <DeleteConfirmation name={name} pending={remove.isPending} onConfirm={() => remove.mutate()} onCancel={keep} />
      ) : (
        <div className={classes.actions}>
          <Button
            size="sm"
            variant="default"
            leftSection={<RotateCw size={18} aria-hidden />}
            disabled={!active}
            loading={restart.isPending}
            onClick={() => restart.mutate()}
          >
            Перезапустить
          </Button>
          <Button
            size="sm"
            variant="default"
            ref={resetButton}
            leftSection={<KeyRound size={18} aria-hidden />}
            disabled={!active}
            loading={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Сбросить пароль
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="red"
            ref={deleteButton}
            leftSection={<Trash2 size={18} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            Удалить
          </Button>
        </div>
      )}
      {credentials && <CredentialsModal name={name} credentials={credentials} onClose={hide} />}
    </li>
  );
}

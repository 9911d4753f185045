import { Button } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { Bot, ListChecks, MessagesSquare, RotateCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { DeleteConfirmation } from './DeleteConfirmation.tsx';
import { MaxModal } from './MaxModal.tsx';
import { useTenantAction } from './queries.ts';
import { ReplaceBotModal } from './ReplaceBotModal.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import classes from './TenantCard.module.css';

function useTenantActions(id: string) {
  const restart = useTenantAction({
    call: () => api.call('POST /api/provision/tenant/:id/restart', { params: { id } }),
    done: 'Заведение перезапущено',
    failed: 'Ошибка перезапуска',
  });
  const remove = useTenantAction({
    call: () => api.call('DELETE /api/provision/tenant/:id', { params: { id } }),
    done: 'Заведение удалено',
    failed: 'Ошибка удаления',
  });
  return { restart, remove };
}

function ReplaceBot({ tenant, name }: { tenant: Tenant; name: string }) {
  const [opened, setOpened] = useState(false);
  const isWell = tenant.bot_state === 'ok';
  return (
    <>
      <Button
        size="sm"
        variant={isWell ? 'subtle' : 'filled'}
        color={isWell ? 'gray' : undefined}
        leftSection={<Bot size={18} aria-hidden />}
        disabled={tenant.status === 'creating'}
        onClick={() => setOpened(true)}
      >
        {tenant.bot_username ? 'Заменить токен бота' : 'Подключить Telegram'}
      </Button>
      {opened && <ReplaceBotModal tenant={tenant} name={name} onClose={() => setOpened(false)} />}
    </>
  );
}

function ConnectMax({ tenant, name }: { tenant: Tenant; name: string }) {
  const [opened, setOpened] = useState(false);
  const { max } = tenant;
  const isToMend = max?.state === 'revoked' && !max.shared;
  return (
    <>
      <Button
        size="sm"
        variant={isToMend ? 'filled' : 'subtle'}
        color={isToMend ? undefined : 'gray'}
        leftSection={<MessagesSquare size={18} aria-hidden />}
        disabled={tenant.status === 'creating'}
        onClick={() => setOpened(true)}
      >
        {max ? 'Бот в MAX' : 'Подключить MAX'}
      </Button>
      <MaxModal tenant={tenant} name={name} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function MatchProducts({ tenant, name }: { tenant: Tenant; name: string }) {
  if (tenant.status === 'creating') return null;
  return (
    <Button
      component={Link}
      to={`/product-matching?tenant=${tenant.tenant_id}`}
      size="sm"
      variant="subtle"
      color="gray"
      leftSection={<ListChecks size={18} aria-hidden />}
      aria-label={`Сопоставить с каталогом: ${name}`}
    >
      Сопоставить с каталогом
    </Button>
  );
}

/** The rare actions on a tenant; each dialog returns the focus to the button that opened it. */
export function TenantActions({ tenant, name }: { tenant: Tenant; name: string }) {
  const [deleting, setDeleting] = useState(false);
  const { restart, remove } = useTenantActions(tenant.tenant_id);
  const deleteButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    flushSync(() => setDeleting(false));
    deleteButton.current?.focus();
  };
  if (deleting)
    return (
      <DeleteConfirmation
        name={name}
        pending={remove.isPending || remove.isSuccess}
        onConfirm={() => remove.mutate()}
        onCancel={keep}
      />
    );
  return (
    <div className={classes.actions}>
      <MatchProducts tenant={tenant} name={name} />
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<RotateCw size={18} aria-hidden />}
        disabled={tenant.status !== 'active'}
        loading={restart.isPending}
        onClick={() => restart.mutate()}
      >
        Перезапустить
      </Button>
      <ResetPassword tenant={tenant} name={name} />
      <ReplaceBot tenant={tenant} name={name} />
      <ConnectMax tenant={tenant} name={name} />
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
  );
}

import { Button } from '@mantine/core';
import type { Credentials, Tenant } from '@ostatok/api/contract/provision.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Bot, KeyRound, RotateCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../lib/api.ts';
import { CredentialsModal } from './CredentialsModal.tsx';
import { DeleteConfirmation } from './DeleteConfirmation.tsx';
import { useTenantAction } from './queries.ts';
import { ReplaceBotModal } from './ReplaceBotModal.tsx';
import classes from './TenantCard.module.css';

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

/** What can be done to a venue; each dialog gives the focus back to the button that opened it. */
export function TenantActions({ tenant, name }: { tenant: Tenant; name: string }) {
  const [deleting, setDeleting] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const queries = useQueryClient();
  const { restart, reset, remove, credentials, hideCredentials } = useTenantActions(tenant.tenant_id);
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
  if (deleting)
    return (
      <DeleteConfirmation name={name} pending={remove.isPending} onConfirm={() => remove.mutate()} onCancel={keep} />
    );
  return (
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
        variant={tenant.bot_state === 'ok' ? 'default' : 'filled'}
        leftSection={<Bot size={18} aria-hidden />}
        disabled={tenant.status === 'creating'}
        onClick={() => setReplacing(true)}
      >
        Заменить токен бота
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
      {replacing && (
        <ReplaceBotModal
          tenant={tenant}
          name={name}
          onClose={() => setReplacing(false)}
          onDone={() => {
            setReplacing(false);
            void queries.invalidateQueries({ queryKey: ['my-tenants'] });
          }}
        />
      )}
      {credentials && <CredentialsModal name={name} credentials={credentials} onClose={hide} />}
    </div>
  );
}

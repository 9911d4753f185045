import { Button } from '@mui/material';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useRecordContext, useRefresh } from 'react-admin';
import type { AdminDataProvider } from '../data-provider.ts';

/** Blocks or unblocks; not offered for administrators. */
export function StatusButton() {
  const user = useRecordContext<AdminUser>();
  const provider = useDataProvider<AdminDataProvider>();
  const notify = useNotify();
  const refresh = useRefresh();
  const next = user?.status === 'active' ? 'blocked' : 'active';
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => provider.setUserStatus(id, next),
    onSuccess() {
      notify(next === 'blocked' ? 'Пользователь заблокирован' : 'Пользователь активирован', { type: 'success' });
      refresh();
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  if (!user || user.role === 'admin') return null;
  return (
    <Button
      size="small"
      color={next === 'blocked' ? 'error' : 'primary'}
      disabled={isPending}
      onClick={() => mutate(user.id)}
      aria-label={`${next === 'blocked' ? 'Заблокировать' : 'Разблокировать'}: ${user.email}`}
    >
      {next === 'blocked' ? 'Заблокировать' : 'Разблокировать'}
    </Button>
  );
}

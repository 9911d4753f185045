import { Badge, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { OpenSession } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { messageOf } from '../../client/api.ts';
import { InlineFailure } from '../../client/InlineFailure.tsx';
import { useMessenger } from '../../users/messengers.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './Account.module.css';
import { endEverywhere, endSession, useOwnSessions } from './account.ts';

const onError = (error: Error): void => void toast.error(messageOf(error));

function SignIn({ id, device, started_at, last_used_at, current }: OpenSession) {
  const { timezone } = useVenue();
  const end = useMutation({
    mutationFn: () => endSession(id),
    onError,
    meta: { invalidates: [['own-sessions']] },
  });
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.device}>
          {device} {current && <Badge>это устройство</Badge>}
        </span>
        <Text size="sm" c="dimmed">
          Вход {formatDateTime(started_at, timezone)}
          {last_used_at !== started_at && `, последний раз ${formatDateTime(last_used_at, timezone)}`}
        </Text>
      </div>
      {!current && (
        <Button
          size="sm"
          variant="default"
          loading={end.isPending}
          aria-label={`Завершить вход: ${device}`}
          onClick={() => end.mutate()}
        >
          Завершить
        </Button>
      )}
    </li>
  );
}

function SignIns() {
  const { data: open, error, refetch } = useOwnSessions();
  if (error && !open) return <InlineFailure error={error} onRetry={() => void refetch()} />;
  if (!open) return <Skeleton height={64} />;
  if (open.length === 0) return <Text c="dimmed">Других входов нет</Text>;
  return (
    <ul className={classes.list}>
      {open.map((one) => (
        <SignIn key={one.id} {...one} />
      ))}
    </ul>
  );
}

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { data: max } = useMessenger('max');
  const everywhere = useMutation({ mutationFn: endEverywhere, onError });
  return (
    <Modal opened onClose={onClose} title="Где вы вошли">
      <Stack>
        <SignIns />
        <Text size="sm" c="dimmed">
          Телефон потеряли или вошли на чужом компьютере — выйдите везде и смените пароль.{' '}
          {max?.linked ? 'Telegram и MAX тоже отключатся' : 'Telegram тоже отключится'}: новая ссылка — в меню с вашим
          именем. Весы останутся подключены, а что не успело отправиться, дождётся нового входа
        </Text>
        <Button color="red" variant="light" loading={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Выйти на всех устройствах
        </Button>
      </Stack>
    </Modal>
  );
}

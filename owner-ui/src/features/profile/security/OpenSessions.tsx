import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { session } from '../../../lib/session.ts';
import { type Act, Confirmation } from './Confirmation.tsx';
import { endEverywhere, endSession, securityKeys, useOpenSessions } from './calls.ts';
import { NotYet } from './NotYet.tsx';
import classes from './Security.module.css';

const moment = (at: string): string => new Date(at).toLocaleString('ru-RU', { dateStyle: 'short', timeStyle: 'short' });

const leaveEverywhere: Act = {
  title: 'Выйти на всех устройствах?',
  text: 'И на этом тоже: потом войдите снова.',
  button: 'Выйти везде',
  danger: true,
  async run() {
    await endEverywhere();
    session.end();
  },
};

/** Lists the owner's open sessions. */
export function OpenSessions() {
  const { data: open, error, isFetching, refetch } = useOpenSessions();
  const onError = (error: unknown) => notify.error(messageOf(error, 'Не удалось завершить вход'));
  const end = useMutation({ mutationFn: endSession, onError, meta: { invalidates: securityKeys } });
  const [act, setAct] = useState<Act | null>(null);
  if (!open) return <NotYet error={error} isPending={isFetching} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className={classes.list}>
        {open.map(({ id, device, ip, started_at, last_used_at, current }) => (
          <li key={id} className={classes.row}>
            <div className={classes.what}>
              <Text fw={600}>
                {device}
                {current && ' · это устройство'}
              </Text>
              <Text c="dimmed" size="sm">
                {ip ?? 'адрес неизвестен'} · вход {moment(started_at)} · был {moment(last_used_at)}
              </Text>
            </div>
            {!current && (
              <Button
                variant="default"
                size="sm"
                aria-label={`Завершить вход: ${device}`}
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                Завершить
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Group mt="md">
        <Button color="red" variant="light" onClick={() => setAct(leaveEverywhere)}>
          Выйти везде
        </Button>
      </Group>
      <Confirmation act={act} hasPassword={false} onClose={() => setAct(null)} />
    </>
  );
}

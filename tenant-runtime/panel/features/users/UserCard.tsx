import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { VenueUser } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import type { Role, UpdateUser } from '@ostatok/tenant-runtime/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { TelegramDialog } from '../../users/TelegramDialog.tsx';
import { useVenue } from '../../venue/venue.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { roleOptions } from './roles.ts';
import classes from './Users.module.css';

function useUserActions(user: VenueUser, onPassword: (password: string) => void) {
  const onError = (error: Error): void => void toast.error(messageOf(error));
  const meta = { invalidates: [['users']] };
  const params = { id: user.id };
  return {
    update: useMutation({
      mutationFn: (input: UpdateUser) => api.call('PUT /api/users/:id', { params, body: input }),
      onError,
      meta,
    }),
    remove: useMutation({ mutationFn: () => api.call('DELETE /api/users/:id', { params }), onError, meta }),
    reset: useMutation({
      mutationFn: () => api.call('POST /api/users/:id/reset-password', { params }),
      onSuccess: ({ password }) => onPassword(password),
      onError,
      meta,
    }),
  };
}
type Actions = ReturnType<typeof useUserActions>;

/** «Катя (tg500000004)»: begins with the name that the card shows. */
const calledOf = ({ name, username }: VenueUser): string =>
  name && name !== username ? `${name} (${username})` : username;

/** Both actions end a user's access, so each asks for confirmation once, in place. */
function Confirmation({
  asked,
  user,
  actions,
  onClose,
}: {
  asked: 'remove' | 'reset';
  user: VenueUser;
  actions: Actions;
  onClose: () => void;
}) {
  const me = useWorkspace().user;
  const removing = asked === 'remove';
  const untied = user.in_telegram && user.id !== me.id ? ', Telegram отключится' : '';
  return (
    <div className={classes.confirm} role="alert">
      <Text>
        {removing
          ? `Удалить: ${calledOf(user)}? Вход и чат перестанут работать, журнал сохранится.`
          : `Сбросить пароль: ${calledOf(user)}? Старый перестанет действовать${untied}.`}
      </Text>
      <Group>
        <Button
          autoFocus
          color={removing ? 'red' : undefined}
          loading={actions.remove.isPending || actions.reset.isPending}
          onClick={() => (removing ? actions.remove : actions.reset).mutate(undefined, { onSettled: onClose })}
        >
          {removing ? 'Удалить' : 'Сбросить'}
        </Button>
        <Button variant="default" onClick={onClose}>
          Оставить
        </Button>
      </Group>
    </div>
  );
}

/** Shows whether the bot's messages reach the user. */
function Telegram({ user, blockedSince }: Pick<UserCardProps, 'user' | 'blockedSince'>) {
  const { timezone } = useVenue();
  if (blockedSince) return <Badge color="red">остановил бота {formatDateTime(blockedSince, timezone)}</Badge>;
  return <Badge color={user.in_telegram ? 'teal' : 'gray'}>{user.in_telegram ? 'в Telegram' : 'без Telegram'}</Badge>;
}

interface UserCardProps {
  user: VenueUser;
  /** The time since which the bot's messages do not reach the user; null when they do, or none was sent. */
  blockedSince: string | null;
  onPassword: (password: string) => void;
}

export function UserCard({ user, blockedSince, onPassword }: UserCardProps) {
  const me = useWorkspace().user;
  const actions = useUserActions(user, onPassword);
  const [asked, setAsked] = useState<'remove' | 'reset' | null>(null);
  const [opened, setOpened] = useState(false);
  const telegram = user.in_telegram ? 'Отключить Telegram' : 'Подключить Telegram';
  return (
    <li className={classes.card}>
      <div className={classes.person}>
        <span className={classes.name}>{user.name || user.username}</span>
        {user.name && user.name !== user.username && <span className={classes.username}>{user.username}</span>}
        <span className={classes.badges}>
          {user.id === me.id && <Badge>это вы</Badge>}
          <Telegram user={user} blockedSince={blockedSince} />
        </span>
      </div>
      <NativeSelect
        size="md"
        className={classes.role}
        aria-label={`Роль: ${user.username}`}
        data={roleOptions}
        value={user.role}
        disabled={actions.update.isPending}
        onChange={({ currentTarget: { value } }) => actions.update.mutate({ role: value as Role })}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<Send size={18} aria-hidden />}
          aria-label={`${telegram}: ${user.username}`}
          onClick={() => setOpened(true)}
        >
          {telegram}
        </Button>
        <Button
          variant="default"
          leftSection={<KeyRound size={18} aria-hidden />}
          aria-label={`Сбросить пароль: ${user.username}`}
          onClick={() => setAsked('reset')}
        >
          Сбросить пароль
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<Trash2 size={18} aria-hidden />}
          aria-label={`Удалить: ${user.username}`}
          onClick={() => setAsked('remove')}
        >
          Удалить
        </Button>
      </div>
      {asked && <Confirmation asked={asked} user={user} actions={actions} onClose={() => setAsked(null)} />}
      {opened && <TelegramDialog user={user.id === me.id ? undefined : user} onClose={() => setOpened(false)} />}
    </li>
  );
}

import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { BotState } from '@ostatok/tenant-runtime/contract/bot.endpoints.ts';
import { type Messenger, messengerNames, messengers } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { VenueUser } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import type { Role, UpdateUser } from '@ostatok/tenant-runtime/contract/users.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { MessengerDialog } from '../../users/MessengerDialog.tsx';
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

const isIn: Record<Messenger, (user: VenueUser) => boolean> = {
  telegram: ({ in_telegram }) => in_telegram,
  max: ({ in_max }) => in_max,
};
const messengersOf = (user: VenueUser): Messenger[] => messengers.filter((messenger) => isIn[messenger](user));

/** «, Telegram отключится» */
function untiedText(user: VenueUser): string {
  const names = messengersOf(user).map((messenger) => messengerNames[messenger]);
  if (names.length === 0) return '';
  return `, ${names.join(' и ')} ${names.length > 1 ? 'отключатся' : 'отключится'}`;
}

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
  const untied = user.id === me.id ? '' : untiedText(user);
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

/** Shows in which messengers the bot's messages reach the user. */
function Messengers({ user, blocked, hasMax }: Pick<UserCardProps, 'user' | 'blocked' | 'hasMax'>) {
  const { timezone } = useVenue();
  const linked = messengersOf(user);
  if (linked.length === 0) return <Badge color="gray">{hasMax ? 'без мессенджера' : 'без Telegram'}</Badge>;
  return linked.map((messenger) => {
    const since = blocked.find(({ channel }) => channel === messenger)?.since;
    const where = messenger === 'telegram' ? '' : ` в ${messengerNames[messenger]}`;
    return since ? (
      <Badge key={messenger} color="red">
        остановил бота{where} {formatDateTime(since, timezone)}
      </Badge>
    ) : (
      <Badge key={messenger} color="teal">
        в {messengerNames[messenger]}
      </Badge>
    );
  });
}

interface UserCardProps {
  user: VenueUser;
  /** Where the bot's messages do not reach the user. */
  blocked: BotState['blocked'];
  /** Whether the venue has a bot in MAX. */
  hasMax: boolean;
  onPassword: (password: string) => void;
}

export function UserCard({ user, blocked, hasMax, onPassword }: UserCardProps) {
  const me = useWorkspace().user;
  const actions = useUserActions(user, onPassword);
  const [asked, setAsked] = useState<'remove' | 'reset' | null>(null);
  const [opened, setOpened] = useState<Messenger | null>(null);
  const offered = messengers.filter((messenger) => messenger === 'telegram' || hasMax || isIn[messenger](user));
  return (
    <li className={classes.card}>
      <div className={classes.person}>
        <span className={classes.name}>{user.name || user.username}</span>
        {user.name && user.name !== user.username && <span className={classes.username}>{user.username}</span>}
        <span className={classes.badges}>
          {user.id === me.id && <Badge>это вы</Badge>}
          <Messengers user={user} blocked={blocked} hasMax={hasMax} />
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
        {offered.map((messenger) => {
          const label = `${isIn[messenger](user) ? 'Отключить' : 'Подключить'} ${messengerNames[messenger]}`;
          return (
            <Button
              key={messenger}
              variant="default"
              leftSection={<Send size={18} aria-hidden />}
              aria-label={`${label}: ${user.username}`}
              onClick={() => setOpened(messenger)}
            >
              {label}
            </Button>
          );
        })}
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
      {opened && (
        <MessengerDialog
          messenger={opened}
          user={user.id === me.id ? undefined : user}
          onClose={() => setOpened(null)}
        />
      )}
    </li>
  );
}

import { Anchor, Button } from '@mantine/core';
import type { BotState } from '@ostatok/tenant-runtime/contract/bot.endpoints.ts';
import { messengerNames } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Page } from '../../ui/Page.tsx';
import { useUsers } from '../../users/use-users.ts';
import { useBotState } from '../../venue/settings.ts';
import { NotForSupport } from '../../workspace/NotForSupport.tsx';
import { useIsSupport } from '../../workspace/workspace.ts';
import { AddUserForm } from './AddUserForm.tsx';
import { Newcomers } from './Newcomers.tsx';
import { NewPassword, type ShownPassword } from './NewPassword.tsx';
import { SecurityLog } from './SecurityLog.tsx';
import { SupportVisits } from './SupportVisits.tsx';
import { UserCard } from './UserCard.tsx';
import classes from './Users.module.css';

const hasMessenger = ({ username, max }: BotState): boolean => username !== null || max !== null;

/** Says how staff come to be let in, in the messengers that the venue has. */
function HowToJoin({ bot: { username, max } }: { bot: BotState }) {
  const names = [username && messengerNames.telegram, max && messengerNames.max].filter(Boolean);
  return (
    <p className={classes.hint}>
      Пусть сотрудники напишут боту{' '}
      {username && (
        <Anchor href={`https://t.me/${username}`} target="_blank" rel="noreferrer">
          @{username}
        </Anchor>
      )}
      {username && max && ' или '}
      {max && (
        <Anchor href={max.url} target="_blank" rel="noreferrer">
          в MAX
        </Anchor>
      )}{' '}
      команду /start: их просьбы появятся здесь и у вас в чате. Кто не пользуется {names.join(' и ')}, того добавьте
      кнопкой вверху
    </p>
  );
}

export function UsersPage() {
  const { data: users, error, refetch } = useUsers(true);
  const { data: bot } = useBotState();
  const isSupport = useIsSupport();
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownPassword | null>(null);

  function content() {
    if (error && !users) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!users) return <ListSkeleton rows={4} />;
    return (
      <ul className={classes.list}>
        {users.map((user) => (
          <UserCard
            key={user.id}
            user={user}
            blocked={bot?.blocked.filter(({ userId }) => userId === user.id) ?? []}
            hasMax={Boolean(bot?.max)}
            onPassword={(password) => setShown({ username: user.username, password })}
          />
        ))}
      </ul>
    );
  }

  return (
    <Page
      title="Люди"
      actions={
        <Button disabled={isSupport} leftSection={<UserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          Добавить
        </Button>
      }
    >
      <NotForSupport>
        <Newcomers />
        <section aria-labelledby="team">
          <h2 id="team" className={classes.heading}>
            Команда
          </h2>
          {content()}
          {users?.length === 1 && bot && hasMessenger(bot) && <HowToJoin bot={bot} />}
          {users?.length === 1 && bot && !hasMessenger(bot) && (
            <p className={classes.hint}>
              Добавьте сотрудников кнопкой вверху: они войдут в панель или в приложение на телефоне и будут писать в чат
            </p>
          )}
        </section>
      </NotForSupport>
      <SupportVisits />
      <SecurityLog />
      {adding && (
        <AddUserForm
          hasTelegram={bot?.username !== null}
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false);
            setShown(added);
          }}
        />
      )}
      {shown && <NewPassword {...shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

import { Button } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useUsers } from '../../lib/use-users.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Page } from '../../ui/Page.tsx';
import { AddUserForm } from './AddUserForm.tsx';
import { NewPassword, type ShownPassword } from './NewPassword.tsx';
import { UserCard } from './UserCard.tsx';
import classes from './Users.module.css';

export function UsersPage() {
  const { data: users, error, refetch } = useUsers(true);
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
            onPassword={(password) => setShown({ username: user.username, password })}
          />
        ))}
      </ul>
    );
  }

  return (
    <Page
      title="Сотрудники"
      actions={
        <Button leftSection={<UserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          Добавить
        </Button>
      }
    >
      {content()}
      {adding && (
        <AddUserForm
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

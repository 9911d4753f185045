import { Button } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { Newcomer } from '@ostatok/tenant-runtime/contract/bot.endpoints.ts';
import { messengerNames, newcomerKey } from '@ostatok/tenant-runtime/contract/messengers.ts';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { useNewcomers } from '../../venue/settings.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './Users.module.css';

function admitted(name: string, isNotified: boolean): string {
  return isNotified
    ? `${name} теперь в команде, бот написал об этом`
    : `${name} теперь в команде. Бот не смог написать, скажите сами`;
}

/** The username with its @, or the messenger, where nobody has one. */
function calledOf({ channel, username }: Newcomer): string {
  const called = channel === 'telegram' ? username && `@${username}` : messengerNames[channel];
  return called ? `${called}, ` : '';
}

function NewcomerCard({ newcomer }: { newcomer: Newcomer }) {
  const { timezone } = useVenue();
  const answer = useMutation({
    async mutationFn(what: 'admit' | 'refuse') {
      const call = { params: { id: newcomerKey(newcomer) } };
      if (what === 'admit')
        return admitted(newcomer.name, (await api.call('POST /api/newcomers/:id/admit', call)).told);
      await api.call('POST /api/newcomers/:id/refuse', call);
      return `${newcomer.name}: доступ не дан`;
    },
    onSuccess: (outcome) => toast.success(outcome),
    // The server explains in a sentence when the plan's limit is reached.
    onError: (error) => toast.error(messageOf(error), { duration: 8000 }),
    meta: { invalidates: [['newcomers'], ['users']] },
  });
  return (
    <li className={classes.card}>
      <div className={classes.person}>
        <span className={classes.name}>{newcomer.name}</span>
        <span className={classes.username}>
          {calledOf(newcomer)}
          {newcomer.refused ? 'отказано' : 'просит доступ'} {formatDateTime(newcomer.asked_at, timezone)}
        </span>
      </div>
      <div className={classes.buttons}>
        <Button
          loading={answer.isPending && answer.variables === 'admit'}
          aria-label={`Принять: ${newcomer.name}`}
          onClick={() => answer.mutate('admit')}
        >
          Принять
        </Button>
        {!newcomer.refused && (
          <Button
            variant="default"
            loading={answer.isPending && answer.variables === 'refuse'}
            aria-label={`Отклонить: ${newcomer.name}`}
            onClick={() => answer.mutate('refuse')}
          >
            Отклонить
          </Button>
        )}
      </div>
    </li>
  );
}

/** Lists newcomers: those who wrote to the bot and have no access yet. */
export function Newcomers() {
  const { data: newcomers = [] } = useNewcomers();
  if (newcomers.length === 0) return null;
  return (
    <section aria-labelledby="newcomers">
      <h2 id="newcomers" className={classes.heading}>
        Ждут допуска
      </h2>
      <ul className={classes.list}>
        {[...newcomers]
          .sort((a, b) => Number(a.refused) - Number(b.refused))
          .map((newcomer) => (
            <NewcomerCard key={newcomerKey(newcomer)} newcomer={newcomer} />
          ))}
      </ul>
    </section>
  );
}

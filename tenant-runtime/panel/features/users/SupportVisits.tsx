import { Button } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { SupportSession } from '@ostatok/tenant-runtime/contract/support.endpoints.ts';
import { useEndSupport, useSupport } from '../../users/support.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './Users.module.css';

function times({ state, opened_at, expires_at, ended_at, ended_by }: SupportSession, timezone: string): string {
  const at = (moment: string | null): string => formatDateTime(moment, timezone);
  if (state === 'waiting') return `Может войти до ${at(expires_at)}`;
  if (state === 'running') return `С ${at(opened_at)}, не дольше чем до ${at(expires_at)}`;
  if (!opened_at) return `Не входила: доступ закончился ${at(ended_at)}`;
  return `С ${at(opened_at)} до ${at(ended_at)}${ended_by ? `, закончил(а) ${ended_by}` : ''}`;
}

function Visit({ visit }: { visit: SupportSession }) {
  const { timezone } = useVenue();
  const end = useEndSupport();
  return (
    <li className={classes.card}>
      <div className={classes.person}>
        <span className={classes.name}>{visit.administrator}</span>
        <span className={classes.username}>{times(visit, timezone)}</span>
        <span className={classes.username}>Причина: {visit.reason}</span>
      </div>
      {visit.state !== 'ended' && (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate(visit.id)}>
          Закончить
        </Button>
      )}
    </li>
  );
}

/** Lists the visits of platform support: who, when and why. */
export function SupportVisits() {
  const { data: visits = [] } = useSupport();
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="support">
      <h2 id="support" className={classes.heading}>
        Доступ поддержки
      </h2>
      <ul className={classes.list}>
        {visits.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
    </section>
  );
}

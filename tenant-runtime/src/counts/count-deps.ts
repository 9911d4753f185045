import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { UnansweredQuestion } from '../../contract/counts.endpoints.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Actor, Changes } from '../changes/changes.service.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { CountRow } from '../tables.ts';
import { lockCount } from './counts.queries.ts';

export interface CountDeps {
  db: Knex;
  clock: () => Date;
  /** The tenant's time zone, for the name of a count that was given none. */
  timezone: string;
  changes: Changes;
  blindness: Blindness;
  notices: Pick<Notices, 'queue' | 'send'>;
  /** Returns the chat's questions about the count that may still be answered. */
  unanswered: (countId: number) => Promise<UnansweredQuestion[]>;
  /** Called after the commit, so that clients which show the count reload it. */
  onCount: (countId: number) => void;
  /** Called after the commit, when the hidden items have changed. */
  onBlindness: () => void;
}

export type CountPerson = NonNullable<Actor>;

export const noCount = (): NotFound => new NotFound('Такого подсчёта нет');

const refusals: Record<Exclude<CountRow['status'], 'open'>, () => Conflict> = {
  closed: () =>
    new Conflict('count_closed', 'Подсчёт закрыт. Изменить его можно, когда администратор откроет его снова'),
  cancelled: () => new Conflict('count_cancelled', 'Подсчёт отменён'),
};

/** Throws Conflict. */
export function requireOpen({ status }: Pick<CountRow, 'status'>): void {
  if (status !== 'open') throw refusals[status]();
}

/** Locks the count and checks that it is open. Throws NotFound, Conflict. */
export async function lockOpen(trx: Knex.Transaction, id: number, mode: 'enter' | 'change'): Promise<CountRow> {
  const count = await lockCount(trx, id, mode);
  if (!count) throw noCount();
  requireOpen(count);
  return count;
}

/** Sends the news of a count that was opened or ended; call it after the commit. */
export async function announceState(
  { blindness, notices, onBlindness, onCount }: CountDeps,
  count: CountRow,
): Promise<void> {
  if (count.blind) {
    await blindness.reload();
    onBlindness();
  }
  onCount(count.id);
  notices.send();
}

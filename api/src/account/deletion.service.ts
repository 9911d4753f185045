import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { ErasureJournal } from '../retention/journal.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { VenueRemoval } from '../tenants/removal.service.ts';
import {
  administratorsInTurn,
  type DeletedUser,
  lockUser,
  markUserDeleted,
  pluckStillPaying,
} from './deletion.queries.ts';

/** How long a person waits for the venues to stop; the rest stop behind their back. */
const WAIT_MS = 5000;

interface DeletionDeps {
  db: Knex;
  sessions: Pick<Sessions, 'endAll' | 'forget'>;
  billing: Pick<Billing, 'closeAccount'>;
  venues: Pick<VenueRemoval, 'removeOwned' | 'stopAll' | 'finish'>;
  mail: Pick<Mail, 'enqueue'>;
  activity: Activity;
  security: Pick<SecurityLog, 'record'>;
  journal: ErasureJournal;
  log: Logger;
  now?: () => Date;
}

/**
 * The end of an account: all that can be said in one transaction is said there, and what has to follow it (venues stop,
 * the journal is written) is found again and finished by the retention's job when a crash comes between.
 */
export function createAccountDeletion(deps: DeletionDeps) {
  const { db, sessions, billing, venues, mail, activity, security, journal, log, now = () => new Date() } = deps;

  async function refuseLastAdministrator(trx: Knex.Transaction, userId: number): Promise<void> {
    const administrators = await administratorsInTurn(trx);
    if (!administrators.includes(userId) || administrators.length > 1) return;
    throw new Conflict(
      'last_administrator',
      'Это последняя учётная запись администратора. Сначала назначьте другого администратора',
    );
  }

  /** Within a transaction that holds the user; the venues to be stopped when it has committed. */
  async function end(trx: Knex.Transaction, userId: number, at: Date): Promise<string[]> {
    await sessions.endAll(trx, userId);
    const tenantIds = await venues.removeOwned(trx, userId, at);
    await markUserDeleted(trx, userId, at);
    return tenantIds;
  }

  async function tell(trx: Knex.Transaction, { id, email, name }: DeletedUser, at: Date): Promise<void> {
    const data = { name, deletedAt: at.toISOString() };
    await mail.enqueue(trx, { to: email, template: 'account_deleted', data, once: `account_deleted:${id}` });
    const description = 'Пользователь удалил учётную запись';
    await activity.record(trx, { actorId: id, action: 'user.deleted', description, target: `user:${id}` });
    await security.record(trx, { event: 'user.deleted', userId: id });
  }

  /** What is answered already must not fail any more; the job writes it down if this does not. */
  async function writeDown({ id, created_at }: DeletedUser, at: Date): Promise<void> {
    await journal
      .append([{ kind: 'account', id, made: created_at.toISOString(), at: at.toISOString() }])
      .catch((error) => log.error({ err: error, user: id }, 'erasure not in the journal yet'));
  }

  /** Nothing is charged of the deleted any more as it is; this also forgets what was saved to be charged. */
  async function stopPaying(userId: number): Promise<void> {
    await billing
      .closeAccount(userId)
      .catch((error) => log.error({ err: error, user: userId }, 'payments of a deleted account not stopped yet'));
  }

  return {
    /** At once and for good. Of two at once the second finds nothing left to do. */
    async delete(userId: number): Promise<void> {
      const at = now();
      const ended = await db.transaction(async (trx) => {
        const user = await lockUser(trx, userId);
        if (!user) return undefined;
        if (user.role === 'admin') await refuseLastAdministrator(trx, userId);
        const tenantIds = await end(trx, userId, at);
        await tell(trx, user, at);
        return { user, tenantIds };
      });
      sessions.forget(userId);
      if (!ended) return;
      await writeDown(ended.user, at);
      await stopPaying(userId);
      const waiting = new AbortController();
      const limit = sleep(WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
      await Promise.race([venues.stopAll(ended.tenantIds), limit]);
      waiting.abort();
    },

    /** An account that a restore has brought back, as of its deletion; its person was told then. */
    async deleteAgain(userId: number, at: Date): Promise<void> {
      const tenantIds = await db.transaction(async (trx) =>
        (await lockUser(trx, userId)) ? end(trx, userId, at) : [],
      );
      sessions.forget(userId);
      await stopPaying(userId);
      await venues.stopAll(tenantIds);
    },

    /** What a crash has cut short; repeating it changes nothing. */
    async finish(): Promise<void> {
      for (const userId of await pluckStillPaying(db)) await stopPaying(userId);
      await venues.finish(now());
    },
  };
}
export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

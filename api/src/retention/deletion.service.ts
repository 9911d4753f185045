import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import {
  administratorsInTurn,
  type DeletedUser,
  lockUser,
  markUserDeleted,
  pluckStillPaying,
} from './deletion.queries.ts';
import type { ErasureJournal } from './journal.ts';

/** How long the request waits for the journal, and for the tenants to stop; the rest is done in the background. */
const WAIT_MS = 5000;

/** Resolves when the work is done or the wait is over. */
async function waitFor(work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const limit = sleep(WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
  await Promise.race([work, limit]);
  waiting.abort();
}

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
 * Deletes an account. One transaction does all that it can hold; the steps after it (stopping tenants, writing the
 * erasure journal) are found and finished by the retention job if a crash interrupts them.
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

  /** Runs in a transaction that holds the user. Returns the tenants to stop after the commit. */
  async function end(trx: Knex.Transaction, userId: number, at: Date): Promise<string[]> {
    await sessions.endAll(trx, userId);
    const tenantIds = await venues.removeOwned(trx, userId, at);
    await markUserDeleted(trx, userId, at);
    return tenantIds;
  }

  async function recordAndNotify(trx: Knex.Transaction, { id, email, name }: DeletedUser, at: Date): Promise<void> {
    const data = { name, deletedAt: at.toISOString() };
    await mail.enqueue(trx, { to: email, template: 'account_deleted', data, once: `account_deleted:${id}` });
    const description = 'Пользователь удалил учётную запись';
    await activity.record(trx, { actorId: id, action: 'user.deleted', description, target: `user:${id}` });
    await security.record(trx, { event: 'user.deleted', userId: id });
  }

  /** A failure is only logged, because the deletion is already committed; the retention job writes the entry later. */
  async function writeDown({ id, created_at }: DeletedUser, at: Date): Promise<void> {
    const writing = journal
      .append([{ kind: 'account', id, made: created_at.toISOString(), at: at.toISOString() }])
      .catch((error) => log.error({ err: error, user: id }, 'erasure not in the journal yet'));
    await waitFor(writing);
  }

  /** A deleted user is not charged any more in any case; this also deletes the saved payment methods. */
  async function stopPaying(userId: number): Promise<void> {
    await billing
      .closeAccount(userId)
      .catch((error) => log.error({ err: error, user: userId }, 'payments of a deleted account not stopped yet'));
  }

  return {
    /** Deletes the account at once and for good. Of two concurrent calls the second finds nothing left to do. */
    async delete(userId: number): Promise<void> {
      const at = now();
      const ended = await db.transaction(async (trx) => {
        const user = await lockUser(trx, userId);
        if (!user) return undefined;
        if (user.role === 'admin') await refuseLastAdministrator(trx, userId);
        const tenantIds = await end(trx, userId, at);
        await recordAndNotify(trx, user, at);
        return { user, tenantIds };
      });
      sessions.forget(userId);
      if (!ended) return;
      await writeDown(ended.user, at);
      await stopPaying(userId);
      await waitFor(venues.stopAll(ended.tenantIds));
    },

    /**
     * Deletes an account that a restore has brought back, as of its first deletion. No letter: the first deletion sent
     * it.
     */
    async deleteAgain(userId: number, at: Date): Promise<void> {
      const tenantIds = await db.transaction(async (trx) =>
        (await lockUser(trx, userId)) ? end(trx, userId, at) : [],
      );
      sessions.forget(userId);
      await stopPaying(userId);
      await venues.stopAll(tenantIds);
    },

    /** Finishes what a crash has interrupted; idempotent. */
    async finish(): Promise<void> {
      for (const userId of await pluckStillPaying(db)) await stopPaying(userId);
      await venues.finish(now());
    },
  };
}
export type AccountDeletion = ReturnType<typeof createAccountDeletion>;

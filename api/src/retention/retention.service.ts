import { join } from 'node:path';
import {
  ACCOUNT_RETENTION_DAYS,
  LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
  VENUE_RETENTION_DAYS,
} from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { AccountDeletion } from '../account/deletion.service.ts';
import { LOG_SPAN_DAYS } from '../hosting/log-file.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { VenueRemoval } from '../tenants/removal.service.ts';
import {
  findMade,
  type GoneAccount,
  isHeld,
  listDueAccounts,
  listGone,
  lockGone,
  purgeAccount,
} from './accounts.queries.ts';
import type { Erasure, ErasureJournal } from './journal.ts';
import { removeLetterFiles, removeOldLetterFiles, removeOldLogs } from './old-files.ts';
import {
  deleteActivity,
  deleteLetters,
  deleteLinks,
  deletePaymentDocuments,
  deleteSessions,
} from './records.queries.ts';

const DAY_MS = 86_400_000;
const BATCH = 100;

export interface RetentionDeps {
  db: Knex;
  removal: VenueRemoval;
  deletion: Pick<AccountDeletion, 'deleteAgain' | 'finish'>;
  activity: Activity;
  journal: ErasureJournal;
  /** The installation's folder: its logs and, without a mail server, its letters. */
  home: string;
  log: Logger;
  now?: () => Date;
}

const accountErasure = ({ id, created_at, deleted_at }: GoneAccount): Erasure => ({
  kind: 'account',
  id,
  made: created_at.toISOString(),
  at: deleted_at.toISOString(),
});

/**
 * What is kept for how long, and what then becomes of it. Each of these may be repeated, run in several processes at
 * once and be killed anywhere: what is left is done the next time.
 */
export function createRetention({
  db,
  removal,
  deletion,
  activity,
  journal,
  home,
  log,
  now = () => new Date(),
}: RetentionDeps) {
  const outbox = join(home, 'outbox');
  const ago = (days: number): Date => new Date(now().getTime() - days * DAY_MS);

  function yearsAgo(years: number): Date {
    const date = now();
    date.setUTCFullYear(date.getUTCFullYear() - years);
    return date;
  }

  async function purgeVenue(id: string, deletedAt: Date): Promise<boolean> {
    // first, so that a restore from before the purge cannot bring it back unseen
    await journal.append([{ kind: 'venue', id, at: deletedAt.toISOString() }]);
    if (!(await removal.purge(id, now()))) return false;
    const description = `Стёрты данные удалённого заведения ${id}: база, её роль и файлы`;
    await activity.record(db, { actorId: null, action: 'tenant.purged', description, target: `tenant:${id}` });
    return true;
  }

  /** Deleted venues after a week; their ids. One that cannot go yet never holds up the others. */
  async function purgeVenues(): Promise<string[]> {
    const before = ago(VENUE_RETENTION_DAYS);
    const purged: string[] = [];
    for (let after = 0; ; ) {
      const due = await removal.due(before, after, BATCH);
      for (const { id, number, deleted_at } of due) {
        after = number;
        try {
          if (await purgeVenue(id, deleted_at)) purged.push(id);
        } catch (error) {
          log.error({ err: error, tenant: id }, 'venue not purged');
        }
      }
      if (due.length < BATCH) return purged;
    }
  }

  /** Undefined: it was purged already, or something still holds it. */
  async function purgeOne(account: GoneAccount): Promise<string[] | undefined> {
    return db.transaction(async (trx) => {
      const gone = await lockGone(trx, account.id);
      if (!gone) return undefined;
      if (await isHeld(trx, gone.id)) {
        log.warn({ user: gone.id }, 'account not purged yet: venues or payments are not finished');
        return undefined;
      }
      return purgeAccount(trx, gone);
    });
  }

  /** Deleted accounts after a month, and payment documents of people who are gone after five years. */
  async function purgeAccounts(): Promise<number[]> {
    const before = ago(ACCOUNT_RETENTION_DAYS);
    const purged: number[] = [];
    for (let after = 0; ; ) {
      const due = await listDueAccounts(db, before, after, BATCH);
      for (const account of due) {
        after = account.id;
        try {
          await journal.append([accountErasure(account)]);
          const letters = await purgeOne(account);
          if (!letters) continue;
          purged.push(account.id);
          await removeLetterFiles(outbox, letters);
        } catch (error) {
          log.error({ err: error, user: account.id }, 'account not purged');
        }
      }
      if (due.length < BATCH) break;
    }
    await db.transaction((trx) => deletePaymentDocuments(trx, yearsAgo(PAYMENT_RETENTION_YEARS)));
    return purged;
  }

  async function purgeLogs(): Promise<void> {
    const before = ago(LOG_RETENTION_DAYS);
    await deleteActivity(db, before);
    await deleteLetters(db, before);
    await removeOldLetterFiles(outbox, before);
    await deleteSessions(db, now());
    await deleteLinks(db, now());
    // a log's lines are at most a span older than its last one
    const last = ago(LOG_RETENTION_DAYS - LOG_SPAN_DAYS);
    for (const folder of [home, join(home, 'tenants')]) await removeOldLogs(folder, last);
  }

  /** Deleted accounts that a crash kept from the journal. */
  async function writeMissing(known: Erasure[]): Promise<void> {
    const written = new Set(known.flatMap((one) => (one.kind === 'account' ? `${one.id} ${one.made}` : [])));
    const gone = (await listGone(db)).map(accountErasure);
    await journal.append(gone.filter((one) => one.kind === 'account' && !written.has(`${one.id} ${one.made}`)));
  }

  async function reapply(erasure: Erasure): Promise<boolean> {
    const at = new Date(erasure.at);
    if (erasure.kind === 'venue') return removal.removeAgain(erasure.id, at);
    const account = await findMade(db, erasure.id, new Date(erasure.made));
    if (!account || account.deleted_at) return false;
    await deletion.deleteAgain(erasure.id, at);
    return true;
  }

  /**
   * Erases again what the journal says was erased and a restore has brought back, and finishes deletions that a crash
   * has cut short. At each start, before anybody is answered, and hourly. Returns how many came back.
   */
  async function reapplyErasures(): Promise<number> {
    const erasures = await journal.read();
    let again = 0;
    for (const erasure of erasures) if (await reapply(erasure)) again += 1;
    await writeMissing(erasures);
    await deletion.finish();
    const venues = new Set(erasures.flatMap((one) => (one.kind === 'venue' ? one.id : [])));
    const wiped = await removal.wipeRestored([...venues]);
    if (again + wiped.length > 0) log.warn({ again, wiped: wiped.length }, 'erased again what a restore brought back');
    return again + wiped.length;
  }

  return { purgeVenues, purgeAccounts, purgeLogs, reapplyErasures };
}
export type Retention = ReturnType<typeof createRetention>;

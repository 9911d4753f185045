import { join } from 'node:path';
import {
  ACCOUNT_RETENTION_DAYS,
  LOG_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
  VENUE_RETENTION_DAYS,
} from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import { LOG_SPAN_DAYS } from '../hosting/log-file.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  type GoneAccount,
  isHeld,
  listDueAccounts,
  listGone,
  listLiving,
  lockGone,
  purgeAccount,
} from './accounts.queries.ts';
import type { AccountDeletion } from './deletion.service.ts';
import { type Erasure, type ErasureJournal, keyOf } from './journal.ts';
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

interface RetentionOptions {
  db: Knex;
  removal: VenueRemoval;
  deletion: Pick<AccountDeletion, 'deleteAgain' | 'finish'>;
  activity: Activity;
  /** Nothing is purged while the clock can't be trusted. */
  trustedClock: Pick<TrustedClock, 'trusted'>;
  journal: ErasureJournal;
  /** The installation's folder with its logs and, without a mail server, its letters. */
  home: string;
  log: Logger;
  now?: () => Date;
}

const outboxIn = (home: string): string => join(home, 'outbox');

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

function yearsBefore(at: Date, years: number): Date {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date;
}

const accountErasure = ({ id, created_at, deleted_at }: GoneAccount): Erasure => ({
  kind: 'account',
  id,
  made: created_at.toISOString(),
  at: deleted_at.toISOString(),
});

interface RetentionDeps extends RetentionOptions {
  now: () => Date;
}

/**
 * Writes erasures to the journal before anything is deleted, so that a restore can't bring it back unnoticed. Known
 * entries are not written again.
 */
async function writeDown({ journal }: RetentionDeps, erasures: Erasure[]): Promise<void> {
  const known = new Set((await journal.read()).map(keyOf));
  await journal.append(erasures.filter((erasure) => !known.has(keyOf(erasure))));
}

async function purgeVenue(deps: RetentionDeps, id: string): Promise<boolean> {
  const begun = (at: Date): Promise<void> => writeDown(deps, [{ kind: 'venue', id, at: at.toISOString() }]);
  if (!(await deps.removal.purge(id, deps.now(), begun))) return false;
  const description = `Стёрты данные удалённого заведения ${id}: база, её роль и файлы`;
  await deps.activity.record(deps.db, { actorId: null, action: 'tenant.purged', description, target: `tenant:${id}` });
  return true;
}

/** Purges tenants deleted a week ago and returns their ids. One that can't be purged yet delays no others. */
async function purgeVenues(deps: RetentionDeps): Promise<string[]> {
  const purged: string[] = [];
  const at = await deps.trustedClock.trusted();
  if (!at) return purged;
  const before = daysBefore(at, VENUE_RETENTION_DAYS);
  for (let after = 0; ; ) {
    const due = await deps.removal.due(before, after, BATCH);
    // a journal out of reach is told of once, not waited for under the lock of each venue
    if (due.length > 0) await deps.journal.read();
    for (const { id } of due) {
      const gone = await purgeVenue(deps, id).catch((error) =>
        deps.log.error({ err: error, tenant: id }, 'venue not purged'),
      );
      if (gone) purged.push(id);
    }
    if (due.length < BATCH) return purged;
    after = due.at(-1)?.number ?? after;
  }
}

/** Returns false when the account was purged already or is still held. Files of its letters go before their rows. */
function purgeAccountOf({ db, log, home }: RetentionDeps, { id }: GoneAccount): Promise<boolean> {
  return db.transaction(async (trx) => {
    const gone = await lockGone(trx, id);
    if (!gone) return false;
    if (await isHeld(trx, id)) {
      log.warn({ user: id }, 'account not purged yet: venues or payments are not finished');
      return false;
    }
    await removeLetterFiles(outboxIn(home), await purgeAccount(trx, gone));
    return true;
  });
}

/** Purges accounts deleted a month ago, and payment documents of erased people after five years. */
async function purgeAccounts(deps: RetentionDeps): Promise<number[]> {
  const purged: number[] = [];
  const at = await deps.trustedClock.trusted();
  if (!at) return purged;
  const before = daysBefore(at, ACCOUNT_RETENTION_DAYS);
  for (let after = 0; ; ) {
    const due = await listDueAccounts(deps.db, before, after, BATCH);
    await writeDown(deps, due.map(accountErasure));
    for (const account of due) {
      const failed = (error: unknown): void => deps.log.error({ err: error, user: account.id }, 'account not purged');
      if (await purgeAccountOf(deps, account).catch(failed)) purged.push(account.id);
    }
    if (due.length < BATCH) break;
    after = due.at(-1)?.id ?? after;
  }
  const limit = yearsBefore(at, PAYMENT_RETENTION_YEARS);
  while (await deps.db.transaction((trx) => deletePaymentDocuments(trx, limit)));
  return purged;
}

async function purgeLogs({ trustedClock, db, home }: RetentionDeps): Promise<void> {
  const at = await trustedClock.trusted();
  if (!at) return;
  const before = daysBefore(at, LOG_RETENTION_DAYS);
  await deleteActivity(db, before);
  await deleteLetters(db, before);
  await removeOldLetterFiles(outboxIn(home), before);
  await deleteSessions(db, at);
  await deleteLinks(db, at);
  // a log's lines are at most LOG_SPAN_DAYS older than its last one
  const last = daysBefore(at, LOG_RETENTION_DAYS - LOG_SPAN_DAYS);
  for (const folder of [home, join(home, 'tenants')]) await removeOldLogs(folder, last);
}

/** Returns the erasures whose account or tenant exists again. */
async function backAgain({ db, removal }: RetentionDeps, erasures: Erasure[]): Promise<Erasure[]> {
  const accounts = erasures.filter((one) => one.kind === 'account');
  const venues = erasures.filter((one) => one.kind === 'venue');
  const people = await listLiving(
    db,
    accounts.map(({ id }) => id),
  );
  const made = new Map(people.map(({ id, created_at }) => [id, created_at.toISOString()]));
  const living = new Set(await removal.livingAmong(venues.map(({ id }) => id)));
  return [...accounts.filter((one) => made.get(one.id) === one.made), ...venues.filter(({ id }) => living.has(id))];
}

/**
 * Erases again what the journal lists and a restore has brought back, and finishes deletions that a crash has cut
 * short. It runs at each start before requests are answered, and hourly. Returns how many came back.
 */
async function reapplyErasures(deps: RetentionDeps): Promise<number> {
  const erasures = await deps.journal.read();
  const back = await backAgain(deps, erasures);
  for (const one of back) {
    if (one.kind === 'venue') await deps.removal.removeAgain(one.id, new Date(one.at));
    else await deps.deletion.deleteAgain(one.id, new Date(one.at));
  }
  await writeDown(deps, (await listGone(deps.db)).map(accountErasure));
  await deps.deletion.finish();
  const venues = new Set(erasures.flatMap((one) => (one.kind === 'venue' ? one.id : [])));
  const wiped = await deps.removal.wipeRestored([...venues]);
  const again = back.length + wiped.length;
  if (again > 0)
    deps.log.warn({ people: back.length, databases: wiped.length }, 'erased again what a restore brought back');
  return again;
}

/**
 * Deletes data whose retention term is over. Each method may be repeated, run in several processes at once and be
 * killed anywhere: the next run does the rest.
 */
export function createRetention({ now = () => new Date(), ...clients }: RetentionOptions) {
  const deps: RetentionDeps = { ...clients, now };

  /** `purgeDeletedVenue` purges a tenant whose term its caller has checked; false when there was nothing to do. */
  return {
    purgeVenues: () => purgeVenues(deps),
    purgeDeletedVenue: (id: string) => purgeVenue(deps, id),
    purgeAccounts: () => purgeAccounts(deps),
    purgeLogs: () => purgeLogs(deps),
    reapplyErasures: () => reapplyErasures(deps),
  };
}
export type Retention = ReturnType<typeof createRetention>;

import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { BackupFilter, MakeBackup, RestoreBackup } from '@ostatok/api/contract/backups.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  type BackupRow,
  countFailing,
  deleteBackups,
  findBackup,
  listBackups,
  listOfTenant,
} from './backups.queries.ts';
import { secondsOf } from './databases.queries.ts';
import { noBackup, noVenue, toAppError } from './errors.ts';
import { type BackupFiles, folderOf } from './files.ts';
import { createKeeping, isHere, KEEP_REPLACED_DAYS } from './keeping.service.ts';
import { createMaking } from './making.service.ts';
import { createRestore, type RestoreDeps, type RestoreOrder } from './restore.service.ts';
import { createSchedule } from './schedule.service.ts';
import type { Subject, Subjects } from './subjects.ts';
import { createTrials } from './trial.service.ts';

/** How many backups of one operation are made concurrently. */
const AT_ONCE = 2;

export interface BackupsDeps {
  db: Knex;
  /** The pool that holds locks for as long as the work takes; the default is `db`. */
  lockPool?: Knex;
  /** A connection to the server of all these databases, with the rights to create and rename databases. */
  server: Knex;
  files: BackupFiles;
  subjects: Subjects;
  venues: RestoreDeps['venues'];
  operations: Pick<Operations, 'define' | 'start'>;
  activity: Pick<Activity, 'record'>;
  trustedClock: Pick<TrustedClock, 'trusted' | 'hoursToWait'>;
  /** Makes open pages reload, without an entry in the activity. */
  notify: (id: string) => Promise<void>;
  /** How many of the newest backups of each database are kept. */
  keep: number;
  /** How long work with one tenant's database may take. */
  longestMs?: number | undefined;
  log: Logger;
  now?: () => Date;
}

const at = (date: Date): string =>
  date.toLocaleString('ru-RU', { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'short' });
const labelOf = (backup: BackupRow): string =>
  `${backup.tenant_id === null ? 'базы платформы' : `заведения ${backup.subdomain}`} от ${at(backup.created_at)}`;

/**
 * Longer than the largest tenant needs on a busy machine. A tenant's process can lock or slow down its own database for
 * ever, and the backups of all others would wait for it.
 */
const LONGEST_MS = 30 * 60_000;

interface BackupsContext extends BackupsDeps {
  trials: ReturnType<typeof createTrials>;
  now: () => Date;
}

const record = (
  { activity }: BackupsContext,
  trx: Knex,
  actorId: number,
  action: ActsOn<'backup'>,
  description: string,
  backup: Pick<BackupRow, 'id'>,
) => activity.record(trx, { actorId, action: `backup.${action}`, description, target: `backup:${backup.id}` });

/** A file of this machine is looked at; of one that is further away the table tells how it was written. */
async function protectionOf({ files }: BackupsContext, row: BackupRow, isHere: boolean): Promise<Backup['protection']> {
  if (row.status !== 'done') return null;
  return isHere && files.storage.folder !== undefined ? files.protectionOf(row.tenant_id, row.id) : row.protection;
}

async function toBackup(deps: BackupsContext, { place, ...row }: BackupRow, here: string | null): Promise<Backup> {
  const isOurs = isHere({ place }, here);
  return {
    ...row,
    protection: await protectionOf(deps, { ...row, place }, isOurs),
    elsewhere: !isOurs,
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const show = async (deps: BackupsContext, row: BackupRow): Promise<Backup> =>
  toBackup(deps, row, await deps.files.storage.place());

async function existing({ db }: BackupsContext, id: string): Promise<BackupRow> {
  const backup = isUuid(id) ? await findBackup(db, id) : undefined;
  if (!backup) throw noBackup();
  return backup;
}

async function wanted({ subjects }: BackupsContext, { tenantId, all }: MakeBackup): Promise<Subject[]> {
  if (all) return subjects.living();
  const subject = await subjects.find(tenantId ?? null);
  if (!subject) throw noVenue();
  return [subject];
}

async function list(
  deps: BackupsContext,
  filter: BackupFilter,
  page: ListPage,
): Promise<{ rows: Backup[]; total: number }> {
  const { rows, total } = await listBackups(deps.db, filter, page);
  const here = await deps.files.storage.place();
  return { rows: await Promise.all(rows.map((row) => toBackup(deps, row, here))), total };
}

/** Throws Conflict when the same operation is already running. */
async function start(deps: BackupsContext, actorId: number, input: MakeBackup): Promise<Operation> {
  const chosen = await wanted(deps, input);
  return deps.db.transaction((trx) =>
    deps.operations.start(trx, {
      kind: 'backup',
      title: input.all ? 'Резервные копии всех баз' : `Резервная копия: ${chosen[0]?.label}`,
      startedBy: actorId,
      items: chosen.map(({ tenantId, label }) => ({ key: folderOf(tenantId), label, payload: { tenantId } })),
      unique: input.all ? 'backup all' : `backup ${folderOf(input.tenantId ?? null)}`,
    }),
  );
}

/**
 * The newest backup of a database, for example to return after it was made. Backups dated in the future by a clock
 * that ran ahead are ignored.
 */
async function newestOf(deps: BackupsContext, tenantId: string | null): Promise<Backup | undefined> {
  const at = deps.now();
  const newest = (await listOfTenant(deps.db, tenantId)).find(({ created_at }) => created_at <= at);
  return newest && show(deps, newest);
}

/** Restores the backup for trial. Throws an error with a message for the user if anything is missing. */
async function verify(deps: BackupsContext, actorId: number, id: string): Promise<Backup> {
  const { id: known } = await existing(deps, id);
  const backup = await deps.trials.verify(known);
  await record(deps, deps.db, actorId, 'verified', `Проверена копия ${labelOf(backup)}`, backup);
  return show(deps, backup);
}

/** Restores a tenant. A file that cannot be read is refused before anything is changed. */
async function startRestore(
  deps: BackupsContext,
  actorId: number,
  id: string,
  { unsigned }: RestoreBackup,
): Promise<Operation> {
  const backup = await existing(deps, id);
  if (backup.tenant_id === null) {
    throw new Conflict('platform_backup', 'Базу платформы восстанавливают, когда она остановлена: docs/backups.md');
  }
  if (backup.status !== 'done') throw noBackup();
  if (!(await deps.subjects.find(backup.tenant_id))) throw noVenue();
  await deps.trials.check(backup, unsigned).catch((error) => {
    throw toAppError(error);
  });
  const order: RestoreOrder = { backupId: id, at: secondsOf(deps.now()), unsigned };
  return deps.db.transaction(async (trx) => {
    await record(deps, trx, actorId, 'restored', `Восстановление из копии ${labelOf(backup)}`, backup);
    return deps.operations.start(trx, {
      kind: 'restore',
      title: `Восстановление из копии ${labelOf(backup)}`,
      startedBy: actorId,
      items: [{ key: folderOf(backup.tenant_id), label: backup.subdomain ?? '', payload: order }],
      unique: `restore ${backup.tenant_id}`,
    });
  });
}

async function remove(deps: BackupsContext, actorId: number, id: string): Promise<void> {
  const backup = await existing(deps, id);
  if (backup.status === 'running') throw new Conflict('backup_running', 'Копия ещё делается. Подождите');
  // the file of one that lies elsewhere stays, and its own process takes it into the table again
  const isOurs = isHere(backup, await deps.files.storage.place());
  if (isOurs) await deps.files.remove(backup.tenant_id, id);
  await deps.db.transaction(async (trx) => {
    // a concurrent call may have deleted it already
    if ((await deleteBackups(trx, [id])) === 0) throw noBackup();
    const what = isOurs ? 'Удалена копия' : 'Из списка убрана копия, файл которой на другом сервере:';
    await record(deps, trx, actorId, 'deleted', `${what} ${labelOf(backup)}`, backup);
  });
}

/** The work of the operations that make backups and restore them. */
function defineOperations(
  operations: BackupsDeps['operations'],
  make: (tenantId: string | null) => Promise<BackupRow | undefined>,
  restore: ReturnType<typeof createRestore>,
): void {
  operations.define<{ tenantId: string | null }, Record<string, unknown>>('backup', {
    concurrency: AT_ONCE,
    run: async ({ payload }) => {
      const made = await make(payload.tenantId);
      if (!made) return { status: 'skipped', message: 'Заведения больше нет' };
      return { result: { backupId: made.id, bytes: made.bytes } };
    },
  });
  operations.define<RestoreOrder, Record<string, unknown>>('restore', {
    concurrency: 1,
    run: async ({ payload }) => {
      const result = await restore.run(payload);
      return { message: `Восстановлено. Прежняя база хранится ${KEEP_REPLACED_DAYS} дней: ${result.replaced}`, result };
    },
  });
}

/** Backups of tenants and of the platform's own database: made, verified, restored and deleted when old. */
export function createBackups({ now = () => new Date(), ...clients }: BackupsDeps) {
  const { db, lockPool = db, files, subjects, operations, log } = clients;
  const keeping = createKeeping(clients);
  const common = { ...clients, lockPool, longestMs: clients.longestMs ?? LONGEST_MS, now };
  const making = createMaking({ ...common, prune: keeping.prune });
  const trials = createTrials(common);
  const restore = createRestore({ ...common, trials });
  const schedule = createSchedule({
    db,
    lockPool,
    subjects,
    making,
    trials,
    keeping,
    place: () => files.storage.place(),
    isAway: files.isAway,
    reopen: restore.reopen,
    log,
    now,
  });

  const deps: BackupsContext = { ...clients, trials, now };

  async function make(tenantId: string | null): Promise<BackupRow | undefined> {
    const subject = await subjects.find(tenantId);
    return subject && making.make(subject);
  }

  defineOperations(operations, make, restore);

  return {
    keeping,
    reopen: restore.reopen,
    schedule,
    files,
    list: (filter: BackupFilter, page: ListPage) => list(deps, filter, page),
    get: async (id: string): Promise<Backup> => show(deps, await existing(deps, id)),
    /** The health of backups, in numbers of databases. */
    health: async (): Promise<{ failing: number; stale: number; unproven: number; replaced: number }> => ({
      failing: await countFailing(db),
      ...(await schedule.overdue()),
      replaced: await keeping.countReplaced((await subjects.living()).map(({ database }) => database)),
    }),

    /** Makes one in this process; undefined when the tenant is gone. Throws an error with a message for the user. */
    make,

    start: (actorId: number, input: MakeBackup) => start(deps, actorId, input),

    newestOf: (tenantId: string | null) => newestOf(deps, tenantId),

    verify: (actorId: number, id: string) => verify(deps, actorId, id),

    restore: (actorId: number, id: string, input: RestoreBackup) => startRestore(deps, actorId, id, input),

    remove: (actorId: number, id: string) => remove(deps, actorId, id),
  };
}
export type Backups = ReturnType<typeof createBackups>;

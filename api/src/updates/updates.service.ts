import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { Backups } from '../backups/backups.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { ItemEnd } from '../operations/work.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, listLiving } from '../platform/tenant-rows.queries.ts';
import { MOST_FAILURES, type Releases } from '../releases/releases.service.ts';
import { TABLES_BUSY } from '../supervisor/start-failure.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { createLateUpdates } from './late-updates.ts';
import { pluckUpdateDue, setUpdateDue } from './updates.queries.ts';

/** Each start takes half a second of a core, which the tenants in use need too. */
const VENUES_AT_ONCE = 2;
/** One tenant tries the release first, then so many more, and so on. */
const COHORTS = [5, 25, 100];

export interface UpdatesDeps {
  db: Knex;
  runtime: Pick<TenantRuntime, 'switchTo' | 'presenceOf' | 'state'>;
  releases: Pick<Releases, 'defaultHere' | 'targetOf' | 'isStopped' | 'forgetFailure'>;
  host: Pick<Host, 'images'>;
  backups: Pick<Backups, 'make'>;
  operations: Pick<Operations, 'define' | 'start'>;
  log: Logger;
}

const failedBefore = ({ subdomain }: TenantRow, release: string): string =>
  `С выпуском ${release} уже не заработало. Попробовать снова: ostatok tenants update ${subdomain}`;

const LATER = 'Новый получит в ближайшие минуты сам';
const BUSY = `Пока на прежнем выпуске: ${TABLES_BUSY}. ${LATER}`;
const ELSEWHERE = `Пока на прежнем выпуске: работает на другом сервере платформы. ${LATER}`;

const SLOW = `Пока на прежнем выпуске: сейчас не отвечает. ${LATER}`;

const itemOf = ({ id, display_name, subdomain }: TenantRow) => ({ key: id, label: `${display_name} (${subdomain})` });

const skipped = (message: string): { end: ItemEnd } => ({ end: { status: 'skipped', message } });

const notWorking = (note: string, now: string): Unavailable =>
  new Unavailable(60, `Новый выпуск не заработал: ${note}. ${now}`);

interface Tried {
  /** An error where the tenant could not run the release. */
  end: ItemEnd | Error;
  /** The release that it is to take later, and the one for which it was backed up. */
  tryAgain?: string;
  backedUpFor?: string | null;
}

/** Moves tenants that are awake to the release that they are to run. */
export function createUpdates({ db, runtime, releases, host, backups, operations, log }: UpdatesDeps) {
  /** Whether the release brings a schema that the tenant's database does not have yet; one that says nothing may. */
  async function changesSchema({ version }: TenantRow, release: string): Promise<boolean> {
    const images = await host.images();
    const [before, after] = [version, release].map((tag) => images.find((one) => one.tag === tag)?.migrations);
    return !before || !after || after.some((name) => !before.includes(name));
  }

  /**
   * Notes that the tenant is to take the release later where it can't now, or that it need not any more. An error that says
   * nothing of the release leaves the note as it is.
   */
  async function update(id: string): Promise<ItemEnd> {
    const { end, tryAgain = null, backedUpFor = null } = await tryUpdate(id);
    await setUpdateDue(db, id, { due: tryAgain, backedUpFor: tryAgain && backedUpFor });
    if (end instanceof Error) throw end;
    return end;
  }

  /** Backs the tenant up before a new schema, once for each wait; returns the release for which there is a backup. */
  async function backUp(row: TenantRow, release: string): Promise<string | null> {
    const { id, update_due } = row;
    const isWaiting = update_due === release;
    if (isWaiting && row.backed_up_for === release) return release;
    if (!(await changesSchema(row, release))) return null;
    await backups.make(id);
    // also where the try fails: each further one would push an older backup out
    if (isWaiting) await setUpdateDue(db, id, { due: update_due, backedUpFor: release });
    return release;
  }

  async function tryUpdate(id: string): Promise<Tried> {
    const row = await findTenant(db, id);
    if (row?.status === 'suspended') return skipped('Приостановлено');
    if (row?.status !== 'active') return skipped('Заведение удалено');
    const presence = await runtime.presenceOf(row);
    if (presence === 'gone') return skipped('Спит: получит выпуск, когда проснётся');
    const release = await releases.targetOf(row, db);
    if (row.version === release) return { end: { message: 'Уже обновлено', result: { version: release } } };
    if (row.failed_release === release) return skipped(failedBefore(row, release));
    if (await releases.isStopped(release)) return skipped(`Выпуск ${release} остановлен`);
    const known = row.update_due === release ? row.backed_up_for : null;
    if (presence === 'unknown') return { ...skipped(SLOW), tryAgain: release, backedUpFor: known };
    const backedUpFor = await backUp(row, release);
    const switched = await runtime.switchTo(id, release);
    switch (switched.state) {
      case 'switched':
        return { end: { message: 'Обновлено', result: { version: release } } };
      case 'same':
        return { end: { message: 'Уже обновлено', result: { version: release } } };
      case 'asleep':
        return skipped('Заснуло: получит выпуск, когда проснётся');
      case 'elsewhere':
        return { ...skipped(ELSEWHERE), tryAgain: release, backedUpFor };
      case 'busy':
        return { ...skipped(BUSY), tryAgain: release, backedUpFor };
      case 'recovered':
        return { end: notWorking(switched.note, 'Заведение работает на прежнем') };
      default:
        return { end: notWorking(switched.note, 'Заведение не запускается') };
    }
  }

  operations.define('update_all', {
    concurrency: VENUES_AT_ONCE,
    firstAlone: true,
    cohorts: COHORTS,
    stopAfterFailures: MOST_FAILURES,
    run: ({ key }) => update(key),
    async finish({ done, failed, skipped }) {
      const release = await releases.defaultHere();
      const sentences = [`Обновлено заведений: ${done}`];
      if (skipped > 0) sentences.push(`Пропущено: ${skipped}`);
      if (failed > 0) sentences.push(`Не обновлено: ${failed}`);
      return { message: sentences.join('. '), result: { release } };
    },
  });

  const start = (
    trx: Knex.Transaction,
    startedBy: number | null,
    title: string,
    rows: TenantRow[],
    unique: string,
  ): Promise<Operation> =>
    operations.start(trx, { kind: 'update_all', title, startedBy, items: rows.map(itemOf), unique });

  return {
    /** Of those that could not take the release when all did. */
    late: createLateUpdates({
      waiting: () => pluckUpdateDue(db),
      runsHere: async (id) => (await runtime.state(id)) === 'running',
      update,
      log,
    }),
    /** Throws Conflict while another update is under way. */
    all: (actorId: number | null): Promise<Operation> =>
      db.transaction(async (trx) =>
        start(trx, actorId, 'Обновление всех заведений', await listLiving(trx), 'update_all'),
      ),
    /** Tries a release again that the tenant could not run. */
    async one(actorId: number | null, id: string): Promise<Operation> {
      const row = await findTenant(db, id);
      if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
      if (row.status !== 'active') throw new Conflict('tenant_not_active', 'Обновить можно только активное заведение');
      return db.transaction(async (trx) => {
        await releases.forgetFailure(trx, id);
        return start(trx, actorId, `Обновление заведения ${quoted(row.display_name)}`, [row], `update_all:${id}`);
      });
    },
  };
}
export type Updates = ReturnType<typeof createUpdates>;

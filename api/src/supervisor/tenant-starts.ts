import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { outsideRequests } from '@ostatok/kit/node/request-scope.ts';
import { createConcurrencyLimit } from '../../../kit/node/concurrency-limit.ts';
import type { Host } from '../hosting/host.ts';
import { isApiProcessAlive } from '../platform/api-processes.queries.ts';
import { takeLock } from '../platform/locks.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { Releases } from '../releases/releases.service.ts';
import { noteFailedStart, type Started, setStarted } from './instances.queries.ts';
import type { MemoryShortage } from './memory-shortage.ts';
import { smokeOf } from './smoke.ts';
import { causeIn, isStoppedByUs, isTablesBusy, startFailureOf, TABLES_BUSY } from './start-failure.ts';
import type { TenantAddresses } from './tenant-addresses.ts';
import { type Presence, presenceAt, takeOver } from './tenant-client.ts';
import type { SpecOf } from './tenant-spec.ts';

/** The most starts at once: each holds a connection until its process listens. */
const STARTS_AT_ONCE = 8;
/** The most tenants locked by `keep` at once: each holds a connection until its work is done. */
const KEPT_AT_ONCE = 8;
/** Enough for the message and the stack of the failure that ended a process. */
const LOG_LINES = 80;

export interface TenantStartsDeps {
  db: Knex;
  /** The pool for locks that are held while processes start and stop; no request is answered with it. */
  lockPool: Knex;
  host: Host;
  addresses: TenantAddresses;
  specOf: SpecOf;
  /** The id of this api process. */
  processId: string;
  releases: Pick<Releases, 'choose' | 'before' | 'targetOf' | 'stopIfBad' | 'noteUpdate' | 'isSigned' | 'noteSigned'>;
  memory: MemoryShortage;
  log: Logger;
}

interface HowToStart {
  evenSuspended?: boolean;
  /** How often its process has crashed in a row. */
  crashes?: number | undefined;
}

/** One crash may have any cause; a program that crashes again at once is not well. */
const CRASHES = 2;
const CRASHED = 'Заведение упало вскоре после перехода на этот выпуск';

const notAnswering = (): Unavailable =>
  new Unavailable(5, 'Заведение не ответило. Повторите через несколько секунд', 'tenant_unreachable');

/** Starts tenants, each in one process at a time. */
export function createTenantStarts(deps: TenantStartsDeps) {
  const { db, lockPool, host, addresses, specOf, releases, memory, log } = deps;
  const turn = createConcurrencyLimit(STARTS_AT_ONCE);
  const turnToKeep = createConcurrencyLimit(KEPT_AT_ONCE);

  /** Adds the tenant's own error message, so that the person on call need not look for it. */
  async function whyNotStarted(id: string, error: unknown): Promise<string> {
    const cause = causeIn(await host.logs(id, LOG_LINES).catch(() => []));
    return cause ? `${startFailureOf(error)}: ${cause}` : startFailureOf(error);
  }

  /** Starts the tenant under a lock across all api processes; a second caller finds what the first one has started. */
  const startUnderLock = (id: string, how: HowToStart = {}): Promise<string> =>
    notingFailure(id, () =>
      turn(() =>
        lockPool.transaction(async (trx) => {
          await takeLock(trx, 'wake', id);
          return startLocked(trx, id, how);
        }),
      ),
    );

  /** Records why the tenant did not start, after the transaction that may have locked its row. */
  const notingFailure = <T>(id: string, start: () => Promise<T>): Promise<T> =>
    start().catch(async (error) => {
      if (!(error instanceof AppError) && !isStoppedByUs(error))
        await noteFailedStart(db, id, await whyNotStarted(id, error));
      throw error;
    });

  /** Starts the tenant whose lock the transaction holds. */
  async function startLocked(trx: Knex.Transaction, id: string, how: HowToStart = {}): Promise<string> {
    const row = await findTenant(trx, id);
    const gone = !row || row.status === 'deleted' || (row.status === 'suspended' && !how.evenSuspended);
    if (gone) throw new NotFound('Заведение не найдено');
    if ((await host.state(id)) === 'running') return adopt(trx, row);
    const presence = await presenceOf(row);
    if (presence === 'here') return row.endpoint as string;
    // a second instance beside a slow one would apply things twice
    if (presence === 'unknown' && !(await hasLostItsProcess(row, trx))) throw notAnswering();
    memory.requireRoom(id);
    return startOrComeBack(trx, row, (how.crashes ?? 0) >= CRASHES);
  }

  /**
   * Takes up what runs here already. A platform that has ended during a switch leaves another instance beside it, or one of
   * another release in its place that was never told to take over.
   */
  async function adopt(trx: Knex.Transaction, row: TenantRow): Promise<string> {
    await host.dropBeside(row.id);
    const known = row.version ?? (await releases.targetOf(row, trx));
    const release = (await host.runningRelease?.(row.id)) ?? known;
    const endpoint = await startOn(trx, row, release);
    if (release !== known) {
      await takeOver(await addresses.at(row, endpoint, release));
      log.warn({ tenant: row.id, release, before: known }, 'a switch that was cut off is finished');
    }
    return endpoint;
  }

  /** Starts the release; one that is new to the tenant has to show that it works, else it is stopped. */
  async function startOn(
    trx: Knex.Transaction,
    row: TenantRow,
    release: string,
    more: Pick<Started, 'cameBack' | 'updateDue'> = {},
  ): Promise<string> {
    const spec = await specOf(row, trx, release);
    const { endpoint } = await outsideRequests(() => host.start(spec));
    const address = await addresses.ofStarted(row, endpoint, release);
    if (row.version !== null && row.version !== release) {
      await smokeOf(address).catch(async (error) => {
        await host.stop(row.id);
        throw error;
      });
    }
    const { hosting } = spec;
    const started = { endpoint, maxUsers: Number(spec.env.MAX_USERS), release, hosting, runBy: deps.processId };
    await setStarted(trx, row.id, { ...started, ...more });
    return endpoint;
  }

  /** Starts the release that the tenant is to run; when that fails and the one before does not, it was the release. */
  async function startOrComeBack(trx: Knex.Transaction, row: TenantRow, crashed: boolean): Promise<string> {
    const { release, cameBackFrom } = await releases.choose(row, trx, crashed);
    if (cameBackFrom) return comeBack(trx, row, release, { from: cameBackFrom, note: CRASHED });
    try {
      return await startOn(trx, row, release);
    } catch (error) {
      const before = releases.before(row, release);
      if (isTablesBusy(error)) return startWithoutMigrations(trx, row, release, before);
      if (!before || error instanceof AppError || isStoppedByUs(error)) throw error;
      return comeBack(trx, row, before, { from: release, note: await whyNotStarted(row.id, error) });
    }
  }

  /** Starts what the tenant has run before, whose schema is there; the release is tried again soon. */
  async function startWithoutMigrations(
    trx: Knex.Transaction,
    row: TenantRow,
    release: string,
    before: string | undefined,
  ): Promise<string> {
    if (!before) throw new Unavailable(30, `Заведение пока не запускается: ${TABLES_BUSY}. Повторите позже`, 'waking');
    log.info({ tenant: row.id, before }, 'tenant starts with its release of before: its tables are in use');
    return startOn(trx, row, before, { updateDue: release });
  }

  async function comeBack(
    trx: Knex.Transaction,
    row: TenantRow,
    release: string,
    cameBack: { from: string; note: string },
  ): Promise<string> {
    const endpoint = await startOn(trx, { ...row, version: release }, release, { cameBack });
    log.warn(
      { tenant: row.id, release: cameBack.from, before: release, note: cameBack.note },
      'tenant came back from a release',
    );
    await releases.stopIfBad(trx, cameBack.from);
    return endpoint;
  }

  /** Keeps others from starting or stopping the tenant until `work` is done. */
  const keep = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    turnToKeep(() =>
      lockPool.transaction(async (trx) => {
        await takeLock(trx, 'wake', id);
        return work(trx);
      }),
    );

  /**
   * Whether this very tenant is at its stored endpoint, in whichever api process it runs. The port may belong to another
   * process by now, so the listener has to show that it knows the tenant's secret.
   */
  const presenceOf = async (row: TenantRow): Promise<Presence> =>
    row.endpoint ? presenceAt(await addresses.at(row, row.endpoint)) : 'gone';
  /**
   * A process of a tenant ends with the api process that has started it; whoever listens at its address then and answers
   * nothing is somebody else, or hangs and can't be replaced by anybody else.
   */
  const hasLostItsProcess = async ({ hosting, run_by }: TenantRow, reader: Db): Promise<boolean> =>
    hosting === 'process' && run_by !== null && run_by !== deps.processId && !(await isApiProcessAlive(reader, run_by));
  const answers = async (row: TenantRow): Promise<boolean> => (await presenceOf(row)) === 'here';
  /** One that does not answer is not gone while somebody listens at its endpoint. */
  const isGone = async (row: TenantRow): Promise<boolean> => (await presenceOf(row)) === 'gone';

  return {
    startUnderLock,
    startLocked,
    startOn,
    comeBack,
    notingFailure,
    keep,
    presenceOf,
    answers,
    isGone,
    whyNotStarted,
  };
}
export type TenantStarts = ReturnType<typeof createTenantStarts>;

import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import type { OpenSupport } from '@ostatok/tenant-runtime/contract/support.ts';
import type { Host, HostedState } from '../hosting/host.ts';
import type { TenantRow } from '../tables.ts';
import {
  deliverUpdates,
  endSupport,
  inviteSupport,
  readStats,
  setAdmin,
  type TenantAddress,
  TenantError,
} from './tenant-client.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import type { SpecOf } from './tenant-spec.ts';
import {
  clearEndpoint,
  findTenant,
  idleAmong,
  lockTenant,
  pluckClosed,
  setEndpoint,
  setStarted,
  setStats,
  touch,
} from './tenants.queries.ts';
import { createTurns } from './turns.ts';

/** Starts at once: each holds a connection until its process listens. */
const STARTS_AT_ONCE = 8;
/** Venues kept as they are, or kept down, at once: each holds a connection until what is done with it is done. */
const KEPT_AT_ONCE = 8;
const WAKE_LIMIT_MS = 10_000;
const TOUCH_EVERY_MS = 15_000;

/** Puts venues to sleep and wakes them: whoever needs one asks for its address and gets it awake. */
export function createTenantRuntime(deps: {
  db: Knex;
  /** Where locks on venues are held while processes start and stop: nobody is answered through these. */
  holds: Knex;
  host: Host;
  secrets: TenantSecrets;
  specOf: SpecOf;
  idleMinutes: number;
  /** Of what venues are started with, as `releaseOf` tells it. */
  release: string;
  log: Logger;
}) {
  const { db, holds, host, secrets, specOf, log } = deps;
  const turn = createTurns(STARTS_AT_ONCE);
  const turnToKeep = createTurns(KEPT_AT_ONCE);
  /** Where the venues run that are known to be up. */
  const awake = new Map<string, string>();
  const waking = new Map<string, Promise<string>>();
  const restarting = new Map<string, Promise<void>>();
  /** Requests and sockets open right now, and who was used since the last look. */
  const busy = new Map<string, number>();
  const used = new Set<string>();
  /** What the platform itself uses right now, suspended ones too: how often. They are stopped when they are given back. */
  const borrowed = new Map<string, number>();

  /** One start at a time, whichever api process it is: the second finds what the first has started. */
  function startUnderLock(id: string, evenSuspended = false): Promise<string> {
    const start = async (trx: Knex.Transaction): Promise<string> => {
      await lockTenant(trx, 'wake', id);
      const row = await findTenant(trx, id);
      const gone = !row || row.status === 'deleted' || (row.status === 'suspended' && !evenSuspended);
      if (gone) throw new NotFound('Заведение не найдено');
      if ((await host.state(id)) === 'not_found' && (await runsElsewhere(row))) return row.endpoint as string;
      const spec = await specOf(row, trx);
      const { endpoint } = await host.start(spec);
      await setStarted(trx, id, { endpoint, maxUsers: Number(spec.env.MAX_USERS), release: deps.release });
      return endpoint;
    };
    return turn(() => holds.transaction(start));
  }

  /** Nobody else starts or stops it until `work` is done. */
  const keep = <T>(id: string, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    turnToKeep(() =>
      holds.transaction(async (trx) => {
        await lockTenant(trx, 'wake', id);
        return work(trx);
      }),
    );

  /** A port may have been given to another process since, so whoever answers there has to know the venue's secret. */
  async function runsElsewhere(row: TenantRow): Promise<boolean> {
    if (!row.endpoint) return false;
    const address = { endpoint: row.endpoint, secret: secrets.internalOf(row) };
    return readStats(address).then(
      () => true,
      () => false,
    );
  }

  function wake(id: string): Promise<string> {
    const present = awake.get(id);
    if (present) return Promise.resolve(present);
    let starting = waking.get(id);
    if (!starting) {
      starting = startUnderLock(id)
        .then((endpoint) => {
          awake.set(id, endpoint);
          return endpoint;
        })
        .finally(() => waking.delete(id));
      waking.set(id, starting);
      starting.catch(() => undefined);
    }
    return starting;
  }

  /** As `wake`, but gives up waiting after ten seconds; the start itself goes on. */
  function endpointOf(id: string): Promise<string> {
    used.add(id);
    const present = awake.get(id);
    if (present) return Promise.resolve(present);
    return new Promise((fulfil, reject) => {
      const timer = setTimeout(
        () => reject(new Unavailable(5, 'Заведение просыпается. Повторите через несколько секунд', 'waking')),
        WAKE_LIMIT_MS,
      );
      wake(id)
        .then(fulfil, (error) => {
          if (error instanceof NotFound) return reject(error);
          log.error({ err: error, tenant: id }, 'tenant did not start');
          reject(new Unavailable(10, 'Заведение не запускается. Мы уже разбираемся', 'tenant_down'));
        })
        .finally(() => clearTimeout(timer));
    });
  }

  async function addressOf(id: string): Promise<TenantAddress> {
    const [endpoint, row] = await Promise.all([endpointOf(id), findTenant(db, id)]);
    if (!row) throw new NotFound('Заведение не найдено');
    return { endpoint, secret: secrets.internalOf(row) };
  }

  /** Also of a suspended venue, once it is borrowed: the ingress keeps its doors shut. */
  async function addressBehindDoors(id: string): Promise<TenantAddress> {
    used.add(id);
    if (!awake.has(id)) awake.set(id, await startUnderLock(id, true));
    return addressOf(id);
  }

  async function putToSleep(id: string): Promise<void> {
    const endpoint = awake.get(id);
    awake.delete(id);
    await host.stop(id);
    if (endpoint) await clearEndpoint(db, id, endpoint);
  }

  async function runningHere(): Promise<string[]> {
    return (await host.list()).filter((hosted) => hosted.state === 'running').map((hosted) => hosted.id);
  }

  return {
    wake,
    endpointOf,
    addressBehindDoors,
    borrow: (id: string): void => void borrowed.set(id, (borrowed.get(id) ?? 0) + 1),
    async giveBack(id: string): Promise<void> {
      const left = (borrowed.get(id) ?? 1) - 1;
      if (left > 0) return void borrowed.set(id, left);
      borrowed.delete(id);
      if ((await pluckClosed(db, [id])).length > 0) await putToSleep(id);
    },
    endpointIfAwake: (id: string): string | undefined => awake.get(id),
    /** Nobody answered there: it ended, or another api process has put it to sleep. The next asker starts it anew. */
    lost(id: string, endpoint: string): void {
      if (awake.get(id) === endpoint) awake.delete(id);
    },
    /** Between the two a venue does not fall asleep; for requests and sockets alike. */
    begin(id: string): void {
      used.add(id);
      busy.set(id, (busy.get(id) ?? 0) + 1);
    },
    end(id: string): void {
      const left = (busy.get(id) ?? 1) - 1;
      if (left > 0) busy.set(id, left);
      else busy.delete(id);
      used.add(id);
    },
    moved(id: string, endpoint: string | null): void {
      const before = awake.get(id);
      if (endpoint) awake.set(id, endpoint);
      else awake.delete(id);
      const save = endpoint ? setEndpoint(db, id, endpoint) : before ? clearEndpoint(db, id, before) : undefined;
      save?.catch((error) => log.error({ err: error, tenant: id }, 'endpoint not saved'));
    },
    /** Those who ask at once share one: a second would stop what the first has just begun to start. */
    restart({ id }: TenantRow): Promise<void> {
      const present = restarting.get(id);
      if (present) return present;
      const begun = putToSleep(id)
        .then(() => wake(id))
        .then(() => undefined)
        .finally(() => restarting.delete(id));
      restarting.set(id, begun);
      return begun;
    },
    stop: putToSleep,
    /** Behind whoever wakes it right now: nothing starts a suspended venue again afterwards. */
    suspend: (id: string): Promise<void> =>
      keep(id, async (trx) => {
        if (borrowed.has(id)) return;
        await putToSleep(id);
        await setEndpoint(trx, id, null);
      }),
    /** As `wake`; undefined for one that may not run. */
    wakeIfActive: async (id: string): Promise<string | undefined> =>
      (await pluckClosed(db, [id])).length > 0 ? undefined : wake(id),
    /** Stopped, and started by nobody until `work` is done; whoever asks for it meanwhile waits or is told to come again. */
    whileStopped: <T>(id: string, work: () => Promise<T>): Promise<T> =>
      keep(id, async (trx) => {
        await putToSleep(id);
        await setEndpoint(trx, id, null);
        return work();
      }),
    /** Neither started nor suspended by anybody until `work` is done, which gets its row and where it answers if it is awake. */
    steady: <T>(
      id: string,
      work: (trx: Knex.Transaction, row: TenantRow | undefined, address: TenantAddress | undefined) => Promise<T>,
    ): Promise<T> =>
      keep(id, async (trx) => {
        const row = await findTenant(trx, id);
        const endpoint = awake.get(id) ?? row?.endpoint;
        return work(trx, row, row && endpoint ? { endpoint, secret: secrets.internalOf(row) } : undefined);
      }),
    /** As it runs on the present release: started, or started anew where it ran another. */
    async wakeRenewed(row: TenantRow): Promise<TenantRow> {
      // who used it before is no reason to keep it awake afterwards
      await this.flushUse();
      if (row.version !== deps.release) await putToSleep(row.id);
      await wake(row.id);
      return (await findTenant(db, row.id)) ?? row;
    },
    release: deps.release,
    /** What was woken for a moment's work, unless somebody has used it since `row` was read. */
    async sleepAgain(row: TenantRow): Promise<void> {
      const { id } = row;
      if (busy.has(id) || used.has(id) || borrowed.has(id)) return;
      const present = await findTenant(db, id);
      if (present?.last_active_at.getTime() === row.last_active_at.getTime()) await putToSleep(id);
    },
    /** Started anew where it runs here, so that it works by its present limits; one asleep gets them when it wakes. */
    async renew(id: string): Promise<void> {
      if ((await host.state(id)) === 'not_found') return;
      await putToSleep(id);
      await wake(id);
    },
    forget: (id: string): Promise<void> => host.forget(id),
    /** Whether this very venue answers at the address written down for it, in whichever api process it runs. */
    answers: (row: TenantRow): Promise<boolean> => runsElsewhere(row),
    /** Nobody answers there; what somebody has written down meanwhile stays. */
    async forgetEndpoint({ id, endpoint }: TenantRow): Promise<void> {
      if (!endpoint) return;
      if (awake.get(id) === endpoint) awake.delete(id);
      await clearEndpoint(db, id, endpoint);
    },
    state: (id: string): Promise<HostedState> => host.state(id),
    logs: (id: string, lines: number): Promise<string[]> => host.logs(id, lines),

    async setAdmin(id: string, credentials: { username: string; password: string }): Promise<void> {
      await setAdmin(await addressOf(id), credentials);
    },
    /** Wakes it; the link's secret. */
    inviteSupport: async (id: string, visit: OpenSupport): Promise<string> => inviteSupport(await addressOf(id), visit),
    /** Wakes it: a session would outlive its sleep. */
    endSupport: async (id: string, administrator: string): Promise<void> =>
      endSupport(await addressOf(id), administrator),
    async deliver(id: string, updates: object[]): Promise<void> {
      const address = await addressOf(id);
      try {
        await deliverUpdates(address, updates);
      } catch (error) {
        // nobody there: another api process may have put it to sleep
        if (!(error instanceof TenantError)) this.lost(id, address.endpoint);
        throw error;
      }
    },
    /** Asks the venue, waking it. */
    async stats(id: string): Promise<TenantStats> {
      const stats = await readStats(await addressOf(id));
      await setStats(db, id, stats);
      return stats;
    },
    /** Of a venue that is awake; what it last told otherwise, so that looking at a list wakes nobody. */
    async lastStats(row: TenantRow): Promise<TenantStats | null> {
      const endpoint = awake.get(row.id);
      if (!endpoint) return row.stats;
      try {
        const stats = await readStats({ endpoint, secret: secrets.internalOf(row) });
        if (stats.userCount !== row.stats?.userCount) await setStats(db, row.id, stats);
        return stats;
      } catch {
        return row.stats;
      }
    },

    /** Writes down who was used, for every api process to see. */
    async flushUse(): Promise<void> {
      const ids = [...new Set([...used, ...busy.keys()])];
      used.clear();
      await touch(db, ids);
    },
    /** Stops those that run here and may not: another api process has suspended or deleted them. */
    async stopClosed(): Promise<string[]> {
      const closed = await pluckClosed(db, await runningHere());
      for (const id of closed) if (!borrowed.has(id)) await putToSleep(id);
      return closed;
    },
    /** Puts those to sleep that run here and nobody used for the time configured. */
    async sleepIdle(): Promise<string[]> {
      await this.flushUse();
      const here = await runningHere();
      const idle = (await idleAmong(db, here, deps.idleMinutes)).filter((id) => !busy.has(id) && !used.has(id));
      for (const id of idle) await putToSleep(id);
      return idle;
    },
    /** Looks after sleep until the returned function is called. */
    watch(): () => void {
      const look = (): void => {
        const work = deps.idleMinutes > 0 ? this.sleepIdle() : this.flushUse();
        work
          .then(() => this.stopClosed())
          .catch((error) => log.error({ err: error }, 'could not put idle tenants to sleep'));
      };
      const timer = setInterval(look, TOUCH_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
export type TenantRuntime = ReturnType<typeof createTenantRuntime>;

import { setTimeout as sleep } from 'node:timers/promises';
import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import { outsideRequests } from '@ostatok/kit/node/request-scope.ts';
import type { TenantSpec } from '../hosting/host.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { createEndpoints } from './endpoints.ts';
import { setHosting, setStarted } from './instances.queries.ts';
import { smokeOf } from './smoke.ts';
import { isTablesBusy } from './start-failure.ts';
import { agreesToEnd, takeOver } from './tenant-client.ts';
import type { TenantStarts, TenantStartsDeps } from './tenant-starts.ts';

const LONGEST_WAIT_MS = 30_000;
const ASKED_EVERY_MS = 250;

/**
 * How a switch ended; `note` says what was seen where the tenant runs what it ran before, or nothing. `busy`: its tables were
 * in use for too long, so that it runs what it ran before until it is tried again.
 */
export type Switched =
  | { state: 'switched' | 'same' | 'asleep' | 'elsewhere' | 'busy' }
  | { state: 'recovered' | 'failed'; note: string };

type NotBeside = { state: 'busy' } | { state: 'recovered'; note: string };

/** Moves tenants that run here to another release, or to another host, while they serve. */
export function createSwitching(
  deps: TenantStartsDeps & { starts: TenantStarts; endpoints: ReturnType<typeof createEndpoints> },
) {
  const { host, addresses, specOf, releases, memory, log, starts, endpoints } = deps;

  /** Starts another instance beside what runs; resolves with how that ended when it does not work. */
  async function startBeside(row: TenantRow, spec: TenantSpec): Promise<NotBeside | undefined> {
    try {
      const beside = { ...spec, env: { ...spec.env, STANDBY: 'true' } };
      const { endpoint } = await outsideRequests(() => host.startBeside(beside));
      await smokeOf(await addresses.ofStarted(row, endpoint, spec.release));
      return undefined;
    } catch (error) {
      const note = await starts.whyNotStarted(row.id, error);
      await host.dropBeside(row.id);
      if (!isTablesBusy(error)) return { state: 'recovered', note };
      log.info({ tenant: row.id, release: spec.release }, 'tenant stays with its release: its tables are in use');
      return { state: 'busy' };
    }
  }

  /** Waits for what the tenant has been doing for long, as an import; after half a minute it is ended all the same. */
  async function waitForLongWork(row: TenantRow): Promise<void> {
    const address = await addresses.at(row, row.endpoint ?? '');
    // one that does not answer in time is busy; one that can't be asked keeps nobody waiting
    const agrees = (): Promise<boolean> =>
      agreesToEnd(address, 'switch').catch((error) => (error as Error).name !== 'TimeoutError');
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (performance.now() < deadline) {
      if (await agrees()) return;
      await sleep(ASKED_EVERY_MS);
    }
    log.warn({ tenant: row.id }, 'tenant is switched under a long request');
  }

  /**
   * From here on requests wait until the new instance has taken the place of the one before; where it fails to, `comeBack`
   * starts that one again.
   */
  async function changePlaces(
    trx: Knex.Transaction,
    row: TenantRow,
    { release, hosting, env }: TenantSpec,
    comeBack: (note: string) => Promise<string>,
  ): Promise<Switched> {
    await waitForLongWork(row);
    endpoints.take(row.id);
    try {
      const { endpoint } = await host.switchOver(row.id);
      await takeOver(await addresses.at(row, endpoint, release));
      const started = { endpoint, maxUsers: Number(env.MAX_USERS), release, hosting, runBy: deps.processId };
      await setStarted(trx, row.id, started);
      endpoints.set(row.id, endpoint);
      return { state: 'switched' };
    } catch (error) {
      const note = await starts.whyNotStarted(row.id, error);
      await host.stop(row.id);
      endpoints.set(row.id, await comeBack(note));
      return { state: 'recovered', note };
    }
  }

  async function switchLocked(trx: Knex.Transaction, id: string, release: string): Promise<Switched> {
    const row = await findTenant(trx, id);
    if (row?.status !== 'active') throw new NotFound('Заведение не найдено');
    if ((await host.state(id)) !== 'running') return { state: (await starts.isGone(row)) ? 'asleep' : 'elsewhere' };
    if (row.version === release) return { state: 'same' };
    memory.requireRoom(id);
    const spec = await specOf(row, trx, release);
    const failed = await startBeside(row, spec);
    if (!failed) {
      const before = row.version ?? release;
      return changePlaces(trx, row, spec, (why) => starts.comeBack(trx, row, before, { from: release, note: why }));
    }
    if (failed.state === 'busy') return failed;
    const { note } = failed;
    // where what has served until now does not answer either, it was not the release
    if (!(await starts.answers(row))) throw new Unavailable(60, `Заведение сейчас не отвечает: ${note}`);
    log.warn({ tenant: id, release, note }, 'tenant stays with its release');
    await releases.noteUpdate(trx, id, { release, state: 'recovered', note });
    await releases.stopIfBad(trx, release);
    return failed;
  }

  /** One that sleeps is tried there all the same, and sleeps on; one that may not run starts there when it may. */
  async function moveLocked(trx: Knex.Transaction, id: string, hosting: Hosting): Promise<Switched> {
    const row = await findTenant(trx, id);
    if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено');
    const release = row.version ?? (await releases.targetOf(row, trx));
    if ((await specOf(row, trx, release)).hosting === hosting) return { state: 'same' };
    const runsHere = (await host.state(id)) === 'running';
    if (!runsHere && !(await starts.isGone(row))) return { state: 'elsewhere' };
    if (row.status === 'active') {
      memory.requireRoom(id);
      const spec = await specOf({ ...row, hosting }, trx, release);
      const failed = await startBeside(row, spec);
      if (failed) return failed;
      if (runsHere) return changePlaces(trx, row, spec, () => starts.startOn(trx, row, release));
      await host.dropBeside(id);
    }
    await host.leave?.(id);
    await setHosting(trx, id, hosting);
    return { state: 'asleep' };
  }

  return {
    /**
     * Starts the release beside what runs, checks it, and lets it take over. Whatever fails on the way, the release before
     * runs on or again; only where that fails too is the tenant down. A sleeping tenant is left alone.
     */
    async switchTo(id: string, release: string): Promise<Switched> {
      try {
        return await starts.keep(id, (trx) => switchLocked(trx, id, release));
      } catch (error) {
        if (error instanceof AppError) throw error;
        const note = await starts.whyNotStarted(id, error);
        await releases.noteUpdate(deps.db, id, { release, state: 'failed', note });
        return { state: 'failed', note };
      }
    },
    /** Moves the tenant to another host of this installation in the same way: whatever fails, it stays where it was. */
    async moveTo(id: string, hosting: Hosting): Promise<Switched> {
      try {
        return await starts.keep(id, (trx) => moveLocked(trx, id, hosting));
      } catch (error) {
        if (error instanceof AppError) throw error;
        return { state: 'failed', note: await starts.whyNotStarted(id, error) };
      }
    },
  };
}

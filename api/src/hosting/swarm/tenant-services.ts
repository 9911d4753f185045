import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ServiceSpec } from 'dockerode';
import { type Engine, isTaken } from '../containers/engine.ts';
import { createRestarts } from '../containers/restarts.ts';
import { imageOf } from '../containers/tenant-image.ts';
import type { Crashes } from '../crashes.ts';
import type { HostEvents, TenantSpec } from '../host.ts';
import { healthStatusAt } from '../tenant-ready.ts';
import type { ServiceLogs } from './service-logs.ts';
import { type Role, serviceOptions } from './service-options.ts';
import { createServiceSecrets } from './service-secrets.ts';
import { watchServices } from './service-watch.ts';
import type { Services, ServicesOfTenant, TenantService } from './services.ts';
import type { Task, Tasks } from './tasks.ts';

/** Ending a slow start gains nothing: on a busy machine the next one would be as slow. */
const START_LIMIT_MS = 40_000;
/** Longer than a program may take to end in order. */
const STOP_LIMIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

interface Reached {
  endpoint: string;
  task: Task;
}

interface TenantServicesDeps extends HostEvents {
  engine: Engine;
  services: Services;
  tasks: Tasks;
  crashes: Crashes;
  logs: ServiceLogs;
  log: Logger;
}

/** The services of tenants: one of each, which is kept while it sleeps, and during an update another one beside it. */
export function createTenantServices(deps: TenantServicesDeps) {
  const { engine, services, tasks, crashes, logs, log, onMoved, restart } = deps;
  const secrets = createServiceSecrets(engine);
  const starting = new Map<string, Promise<{ endpoint: string }>>();
  /** How many calls are just stopping the tenant or changing its service. */
  const changing = new Map<string, number>();
  /** Tenants beside whose service another one was started here. */
  const beside = new Set<string>();
  const restarts = createRestarts({ crashes, restart, onMoved, log });
  const watch = watchServices({
    ...deps,
    isBusy: (id) => starting.has(id) || changing.has(id) || restarts.isWaiting(id),
    onGivenUp: restarts.schedule,
  });

  async function whileChanging<T>(id: string, work: () => Promise<T>): Promise<T> {
    changing.set(id, (changing.get(id) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (changing.get(id) ?? 1) - 1;
      if (left > 0) changing.set(id, left);
      else changing.delete(id);
    }
  }

  async function optionsOf(spec: TenantSpec, role: Role): Promise<ServiceSpec> {
    const [secret, named] = await Promise.all([secrets.ensure(spec), services.nextName(spec.id)]);
    const place = { installation: engine.installation, image: imageOf(engine, spec.release), secret };
    return serviceOptions(spec, place, { ...named, role });
  }

  async function create(spec: TenantSpec, role: Role): Promise<string> {
    const make = async (): Promise<string> => services.create(await optionsOf(spec, role));
    // another process may just have taken the name
    return make().catch((error) => (isTaken(error) ? make() : Promise.reject(error)));
  }

  /** Throws where one of the tasks has ended, and where the newest was refused and the swarm tries no other. */
  function requireComing(found: Task[]): void {
    const ended = found.find(({ state }) => state === 'failed' || state === 'complete');
    if (ended) throw new Error(`tenant ended before it listened: ${ended.exitCode}`);
    const [newest] = found;
    if (newest?.state === 'rejected')
      throw new Error(`tenant was started by no machine: ${newest.error ?? 'rejected'}`);
  }

  /**
   * Resolves when the service's task answers that it is well; throws when it ends before, or is not. Tasks of `before` are
   * over.
   */
  async function whenReady(service: string, before = new Set<string>()): Promise<Reached> {
    const until = Date.now() + START_LIMIT_MS;
    let newest: Task | undefined;
    while (Date.now() < until) {
      const found = (await tasks.ofService(service)).filter(({ id }) => !before.has(id));
      requireComing(found);
      [newest] = found;
      const endpoint = newest?.isLive && newest.state === 'running' ? await tasks.endpointOf(newest) : undefined;
      const status = endpoint && (await healthStatusAt(endpoint).catch(() => undefined));
      if (endpoint && newest && status === 200) return { endpoint, task: newest };
      if (status) throw new Error(`tenant is not ready: it answered ${status}`);
      // somebody has stopped it meanwhile
      if (!newest?.isLive && !(await services.isAwake(service))) throw new Error('tenant ended before it listened: 0');
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`tenant did not listen in time${newest?.error ? `: ${newest.error}` : ''}`);
  }

  /** A machine that is lost can say nothing, and whatever it still runs is not waited for. */
  async function stillRuns(service: string): Promise<boolean> {
    for (const { node, mayRun } of await tasks.ofService(service))
      if (mayRun && node && (await tasks.isReachable(node))) return true;
    return false;
  }

  async function end({ id, tenant }: Pick<TenantService, 'id' | 'tenant'>): Promise<void> {
    await logs.keep(tenant, id);
    await services.putToSleep(id);
    for (const until = Date.now() + STOP_LIMIT_MS; Date.now() < until && (await stillRuns(id)); )
      await sleep(LOOK_EVERY_MS);
  }

  async function remove(service: TenantService): Promise<void> {
    if (service.isAwake) await end(service);
    await services.remove(service.id);
  }

  async function removeAll(found: TenantService[]): Promise<void> {
    for (const one of found) await remove(one);
  }

  /** Starts what sleeps, has ended, or is not there. */
  async function begin(spec: TenantSpec, { main, others }: ServicesOfTenant, over: Task[]): Promise<Reached> {
    // an update that was cut off has left them
    await removeAll(others);
    if (!main) return whenReady(await create(spec, 'main'));
    await services.renew(main.id, await optionsOf(spec, 'main'));
    return whenReady(main.id, new Set(over.map(({ id }) => id)));
  }

  async function startOnce(spec: TenantSpec): Promise<{ endpoint: string }> {
    restarts.cancel(spec.id);
    const found = await services.find(spec.id);
    const known = found.main ? await tasks.ofService(found.main.id) : [];
    const over = known.filter(({ isLive }) => !isLive);
    const isAwake = found.main?.isAwake && over.length < known.length;
    try {
      const { endpoint, task } =
        found.main && isAwake
          ? await whenReady(found.main.id, new Set(over.map(({ id }) => id)))
          : await begin(spec, found, known);
      watch.note(spec.id, task);
      await secrets.prune(spec.id);
      return { endpoint };
    } catch (error) {
      watch.forget(spec.id);
      const { main } = await services.find(spec.id);
      if (main) await end(main);
      throw error;
    }
  }

  function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    const present = starting.get(spec.id);
    if (present) return present;
    const begun = startOnce(spec).finally(() => starting.delete(spec.id));
    starting.set(spec.id, begun);
    return begun;
  }

  const dropBeside = (id: string): Promise<void> =>
    whileChanging(id, async () => {
      await removeAll((await services.find(id)).others);
      beside.delete(id);
    });

  const stop = (id: string): Promise<void> =>
    whileChanging(id, async () => {
      restarts.cancel(id);
      watch.forget(id);
      const { main } = await services.find(id);
      await Promise.all([main?.isAwake && end(main), dropBeside(id)]);
    });

  async function startBeside(spec: TenantSpec): Promise<{ endpoint: string }> {
    await dropBeside(spec.id);
    beside.add(spec.id);
    try {
      const { endpoint } = await whenReady(await create(spec, 'beside'));
      return { endpoint };
    } catch (error) {
      await dropBeside(spec.id);
      throw error;
    }
  }

  const switchOver = (id: string): Promise<{ endpoint: string }> =>
    whileChanging(id, async () => {
      const { main, others } = await services.find(id);
      const next = others.find(({ role }) => role === 'beside');
      if (!next) throw new Error('there is no instance to switch to');
      // its end may not have been noticed yet
      const { endpoint, task } = await whenReady(next.id);
      restarts.cancel(id);
      await services.becomeMain(next.id);
      if (main) await remove(main);
      beside.delete(id);
      watch.note(id, task);
      await secrets.prune(id);
      return { endpoint };
    });

  return {
    start,
    stop,
    startBeside,
    switchOver,
    dropBeside,
    isStarting: (id: string): boolean => starting.has(id),
    isRestarting: restarts.isWaiting,
    /** Looks what the tenant's service does, and takes note of what it has done unasked. */
    observe: watch.review,
    hasExited: watch.hasExited,
    startedAt: watch.startedAt,
    async setAside(id: string, name: string): Promise<void> {
      await stop(id);
      const { main } = await services.find(id);
      if (main) await services.setAside(main.id, name);
    },
    async putBack(name: string): Promise<void> {
      for (const { id } of await services.findAside(name)) await services.becomeMain(id);
    },
    async dropAside(name: string): Promise<void> {
      for (const { id, tenant } of await services.findAside(name)) {
        await services.remove(id);
        await secrets.prune(tenant);
      }
    },
    async forget(id: string): Promise<void> {
      await stop(id);
      const { main } = await services.find(id);
      if (main) await services.remove(main.id);
      await secrets.prune(id);
    },
    /** Ends what can't go on without this process: instances that have not taken over. */
    async detach(): Promise<void> {
      watch.stop();
      restarts.cancelAll();
      for (const id of [...beside]) await dropBeside(id);
    },
  };
}

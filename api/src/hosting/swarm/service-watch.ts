import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Crashes } from '../crashes.ts';
import type { OnMoved } from '../host.ts';
import { healthStatusAt } from '../tenant-ready.ts';
import type { Services, TenantService } from './services.ts';
import type { Task, Tasks } from './tasks.ts';

/** The swarm tells nobody what becomes of tasks, so it is asked. */
const LOOK_EVERY_MS = 2000;

/** The task that a tenant is served by, as far as this process has seen. */
interface Seen {
  task: string;
  since: Date;
  /** Whether it has answered; one that the swarm has started in another's place has yet to. */
  isReady: boolean;
}

/** A tenant's main service and its tasks, the newest first. */
export interface Observed {
  main: TenantService | undefined;
  found: Task[];
}

export interface ServiceWatchDeps {
  services: Services;
  tasks: Tasks;
  crashes: Crashes;
  /** Whether this process is just starting or stopping the tenant. */
  isBusy: (id: string) => boolean;
  /** Is called for a tenant that the swarm does not bring back any more. */
  onGivenUp: (id: string, since: Date, reason: string) => void;
  onMoved: OnMoved;
  log: Logger;
}

const reasonOf = (task: Task | undefined): string =>
  task?.state === 'failed' ? String(task.exitCode) : 'its machine is lost';

/** Notices what tenants' tasks do unasked: they end, and the swarm starts them again, here or on another machine. */
export function watchServices({ services, tasks, crashes, isBusy, onGivenUp, onMoved, log }: ServiceWatchDeps) {
  const seen = new Map<string, Seen>();
  /** Tasks that nobody is served by, such as those beside others. */
  let strange = new Set<string>();
  /** Tenants whose program has ended in order without being asked to. */
  const exited = new Set<string>();
  let isAway = false;

  const note = (id: string, task: Task, isReady = true): void => {
    exited.delete(id);
    seen.set(id, { task: task.id, since: task.createdAt, isReady });
  };

  /** The task that served the tenant is over, or the tenant has moved to another service. */
  function replace(id: string, before: Seen, found: Task[]): void {
    const ended = found.find((task) => task.id === before.task);
    const next = found.find((task) => task.isLive);
    if (before.isReady) onMoved(id, null);
    if (next) {
      // a task that another process has stopped or replaced has not crashed
      if (ended?.state === 'failed') crashes.note(id, before.since, reasonOf(ended));
      note(id, next, false);
      return;
    }
    seen.delete(id);
    if (ended?.state === 'complete') exited.add(id);
    else onGivenUp(id, before.since, reasonOf(ended));
  }

  function follow(id: string, { main, found }: Observed): void {
    const before = seen.get(id);
    const running = found.find((task) => task.isLive);
    if (running && running.id === before?.task) return;
    if (before && main?.isAwake) {
      replace(id, before, found);
      return;
    }
    seen.delete(id);
    // another process has put it to sleep, or has started it
    if (before) onMoved(id, null);
    else if (running?.state === 'running') note(id, running);
  }

  /** Looks what has become of a tenant. */
  async function review(id: string): Promise<Observed> {
    const before = seen.get(id);
    const { main } = await services.find(id);
    const observed = { main, found: main?.isAwake ? await tasks.ofService(main.id) : [] };
    // what was started or stopped meanwhile is known better
    if (!isBusy(id) && seen.get(id) === before) follow(id, observed);
    return observed;
  }

  /** The swarm has started it in another's place: it is told of as soon as it answers. */
  async function greet(id: string, task: Task): Promise<void> {
    const endpoint = task.state === 'running' ? await tasks.endpointOf(task) : undefined;
    const status = endpoint && (await healthStatusAt(endpoint).catch(() => undefined));
    const present = seen.get(id);
    if (!endpoint || status !== 200 || present?.task !== task.id || present.isReady || isBusy(id)) return;
    present.isReady = true;
    log.warn({ tenant: id, endpoint }, 'tenant was started again by the swarm');
    onMoved(id, endpoint);
  }

  async function look(): Promise<void> {
    const live = await tasks.listLive();
    const byId = new Map(live.map((task) => [task.id, task]));
    const known = new Set([...seen.values()].map(({ task }) => task));
    const changed = [...seen].filter(([, { task }]) => !byId.has(task)).map(([id]) => id);
    const unknown = live.filter(({ id, state }) => state === 'running' && !known.has(id) && !strange.has(id));
    for (const id of new Set([...changed, ...unknown.map(({ tenant }) => tenant)])) if (!isBusy(id)) await review(id);
    const served = new Set([...seen.values()].map(({ task }) => task));
    strange = new Set(live.filter(({ id, state }) => state === 'running' && !served.has(id)).map(({ id }) => id));
    await Promise.all(
      [...seen].map(async ([id, { task, isReady }]) => {
        const coming = isReady ? undefined : byId.get(task);
        if (coming) await greet(id, coming);
      }),
    );
  }

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function lookAgainAndAgain(): Promise<void> {
    try {
      await look();
      isAway = false;
    } catch (error) {
      // as while the managers agree on another leader
      if (!isAway && !isStopped) log.warn({ err: error }, 'the swarm does not answer');
      isAway = true;
    }
    if (!isStopped) timer = setTimeout(() => void lookAgainAndAgain(), LOOK_EVERY_MS);
  }
  void lookAgainAndAgain();

  return {
    review,
    /** The tenant is served by the task from now on. */
    note,
    /** The tenant was stopped here. */
    forget(id: string): void {
      seen.delete(id);
      exited.delete(id);
    },
    hasExited: (id: string): boolean => exited.has(id),
    startedAt: (id: string): Date | null => seen.get(id)?.since ?? null,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
export type ServiceWatch = ReturnType<typeof watchServices>;

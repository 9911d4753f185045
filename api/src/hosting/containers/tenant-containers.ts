import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Container, ContainerCreateOptions, ContainerInfo, ContainerInspectInfo } from 'dockerode';
import type { Crashes } from '../crashes.ts';
import type { HostEvents, TenantSpec } from '../host.ts';
import { OUT_OF_MEMORY } from '../launcher.ts';
import { healthStatusAt } from '../tenant-ready.ts';
import type { ContainerLogs } from './container-logs.ts';
import { containerOptions, TENANT_PORT } from './container-options.ts';
import { type Engine, ifKnown, isFault, isUnknown, LABEL, labelled, unlessSo } from './engine.ts';
import { type EngineEvent, followEngine } from './engine-events.ts';
import { createRestarts } from './restarts.ts';
import { imageOf } from './tenant-image.ts';
import { ensureTenantNetwork, type TenantNetwork } from './tenant-network.ts';

/** Ending a slow start gains nothing: on a busy machine the next one would be as slow. */
const START_LIMIT_MS = 40_000;
const STOP_LIMIT_S = 10;
const LOOK_EVERY_MS = 25;
/** An engine that is restarted is back by then. */
const ENGINE_ENDS_MS = 60_000;
const BESIDE = '.beside';
const ASIDE = 'aside.';

const endpointOf = (address: string | undefined): string | undefined =>
  address ? `http://${address}:${TENANT_PORT}` : undefined;

interface ContainersDeps extends HostEvents {
  engine: Engine;
  /** The network of all tenants. */
  network: TenantNetwork;
  crashes: Crashes;
  logs: ContainerLogs;
  /** Is called when there may be other images than before. */
  onImages: () => void;
  log: Logger;
}

/** The containers of tenants: one of each, which is kept while it sleeps, and during an update another one beside it. */
export function createTenantContainers({
  engine,
  network,
  crashes,
  logs,
  onImages,
  log,
  onMoved,
  restart,
}: ContainersDeps) {
  const { docker, installation } = engine;
  const prefix = `ostatok-${installation}-`;
  const mainOf = (id: string): string => prefix + id;
  const besideOf = (id: string): string => prefix + id + BESIDE;
  const asideOf = (name: string): string => prefix + ASIDE + name;

  const starting = new Map<string, Promise<{ endpoint: string }>>();
  /** When the tenants that run here were started, as far as this process has seen. */
  const running = new Map<string, Date>();
  /** Tenants whose program has ended in order without being asked to. */
  const exited = new Set<string>();
  /** Containers that somebody has asked to end, and those that were asked here. */
  const asked = new Set<string>();
  const askedHere = new Set<string>();
  const outOfMemory = new Set<string>();
  /** Tenants that somebody else has asked to end, with the time of it and of their start. */
  const endedByOthers = new Map<string, { at: number; since: Date }>();
  /** Tenants beside whose instance another one was started here. */
  const beside = new Set<string>();
  const restarts = createRestarts({ crashes, restart, onMoved, log });

  const find = (name: string): Promise<ContainerInspectInfo | undefined> =>
    ifKnown(docker.getContainer(name).inspect());
  const addressIn = ({ NetworkSettings }: ContainerInspectInfo): string | undefined =>
    endpointOf(NetworkSettings.Networks[network.name]?.IPAddress);

  const optionsOf = (spec: TenantSpec): ContainerCreateOptions =>
    containerOptions(spec, { installation, network: network.name, image: imageOf(engine, spec.release) });

  async function create(spec: TenantSpec, name: string): Promise<Container> {
    return docker.createContainer({ name, ...optionsOf(spec) });
  }

  /** Whether the image was not built anew since: the container that is kept would start from the former one. */
  async function isOfPresentImage({ Image, Config }: ContainerInspectInfo): Promise<boolean> {
    return (await docker.getImage(Config.Image).inspect()).Id === Image;
  }

  /** Takes the kept container where it was made for the same, which saves making one. */
  async function containerFor(spec: TenantSpec, found: ContainerInspectInfo | undefined): Promise<Container> {
    const wanted = optionsOf(spec).Labels?.[LABEL.spec];
    const isSame = found && found.Config.Labels[LABEL.spec] === wanted && (await isOfPresentImage(found));
    if (isSame) return docker.getContainer(found.Id);
    if (found) await remove(mainOf(spec.id));
    return create(spec, mainOf(spec.id));
  }

  /** Resolves with the address when the tenant answers that it is well; throws when it ends before, or is not. */
  async function whenReady(container: Container): Promise<{ endpoint: string }> {
    const until = Date.now() + START_LIMIT_MS;
    while (Date.now() < until) {
      const { State, ...rest } = await container.inspect();
      if (!State.Running)
        throw new Error(`tenant ended before it listened: ${State.OOMKilled ? OUT_OF_MEMORY : State.ExitCode}`);
      const endpoint = addressIn({ State, ...rest });
      const status = endpoint && (await healthStatusAt(endpoint).catch(() => undefined));
      if (endpoint && status === 200) return { endpoint };
      if (status) throw new Error(`tenant is not ready: it answered ${status}`);
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error('tenant did not listen in time');
  }

  async function run(container: Container, spec: TenantSpec): Promise<{ endpoint: string }> {
    for (const one of [asked, askedHere]) one.delete(container.id);
    const stdin = await container.attach({ stream: true, stdin: true, hijack: true });
    // one that ends before it has read them reports its end
    stdin.on('error', () => undefined);
    const since = Date.now() / 1000;
    await container.start();
    logs.follow(container, spec.id, since);
    stdin.end(JSON.stringify(spec.secrets));
    return whenReady(container);
  }

  async function end(name: string): Promise<void> {
    const found = await find(name);
    if (!found?.State.Running) return;
    askedHere.add(found.Id);
    await unlessSo(docker.getContainer(found.Id).stop({ t: STOP_LIMIT_S }));
  }

  async function remove(name: string): Promise<void> {
    const found = await find(name);
    if (!found) return;
    askedHere.add(found.Id);
    await unlessSo(docker.getContainer(found.Id).remove({ force: true, v: true }));
    askedHere.delete(found.Id);
  }

  /**
   * Somebody may have cleaned the engine up while nobody was awake, and an engine that was killed may hold a kept container
   * for one that runs, for ever: both are made anew.
   */
  async function begin(spec: TenantSpec, found: ContainerInspectInfo | undefined): Promise<{ endpoint: string }> {
    // an update that was cut off has left it
    await remove(besideOf(spec.id));
    try {
      return await run(await containerFor(spec, found), spec);
    } catch (error) {
      if (!isUnknown(error) && !(found && isFault(error))) throw error;
      await ensureTenantNetwork(engine, network);
      await remove(mainOf(spec.id));
      return run(await create(spec, mainOf(spec.id)), spec);
    }
  }

  async function startOnce(spec: TenantSpec): Promise<{ endpoint: string }> {
    restarts.cancel(spec.id);
    exited.delete(spec.id);
    const found = await find(mainOf(spec.id));
    try {
      const reached = found?.State.Running ? await whenReady(docker.getContainer(found.Id)) : await begin(spec, found);
      running.set(spec.id, new Date());
      return reached;
    } catch (error) {
      await end(mainOf(spec.id));
      const failed = await find(mainOf(spec.id));
      if (failed) await logs.drained(docker.getContainer(failed.Id));
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

  async function stop(id: string): Promise<void> {
    restarts.cancel(id);
    exited.delete(id);
    running.delete(id);
    await Promise.all([end(mainOf(id)), dropBeside(id)]);
  }

  async function dropBeside(id: string): Promise<void> {
    await remove(besideOf(id));
    beside.delete(id);
  }

  async function startBeside(spec: TenantSpec): Promise<{ endpoint: string }> {
    await dropBeside(spec.id);
    beside.add(spec.id);
    const container = await create(spec, besideOf(spec.id));
    try {
      return await run(container, spec);
    } catch (error) {
      await end(besideOf(spec.id));
      await logs.drained(container);
      await dropBeside(spec.id);
      throw error;
    }
  }

  async function switchOver(id: string): Promise<{ endpoint: string }> {
    const next = await find(besideOf(id));
    if (!next?.State.Running) throw new Error('there is no instance to switch to');
    const container = docker.getContainer(next.Id);
    // its end may not have been noticed yet
    await whenReady(container);
    restarts.cancel(id);
    await end(mainOf(id));
    await remove(mainOf(id));
    await container.rename({ name: mainOf(id) });
    beside.delete(id);
    running.set(id, new Date());
    return whenReady(container);
  }

  function onDied({ id: container, name, tenant, exitCode }: EngineEvent): void {
    const wasAsked = asked.delete(container);
    const hadNoMemory = outOfMemory.delete(container);
    // one that has not taken over is not yet the tenant, and what was done here is known here
    if (askedHere.delete(container) || name !== mainOf(tenant) || starting.has(tenant)) return;
    onMoved(tenant, null);
    // who has seen it start restarts it
    const since = running.get(tenant);
    running.delete(tenant);
    if (!since) return;
    if (wasAsked) endedByOthers.set(tenant, { at: Date.now(), since });
    else if (exitCode === '0') exited.add(tenant);
    else restarts.schedule(tenant, since, hadNoMemory ? OUT_OF_MEMORY : exitCode);
  }

  function onEvent(event: EngineEvent): void {
    if (event.action === 'images') onImages();
    else if (event.action === 'kill') asked.add(event.id);
    else if (event.action === 'oom') outOfMemory.add(event.id);
    else onDied(event);
  }

  const ours = labelled({ [LABEL.installation]: installation });
  const listRunning = (): Promise<ContainerInfo[]> => docker.listContainers({ filters: ours });
  const nameIn = ({ Names }: ContainerInfo): string => Names[0]?.slice(1) ?? '';
  const isMain = (info: ContainerInfo): boolean => nameIn(info) === mainOf(info.Labels[LABEL.tenant] ?? '');

  /** The engine was away, or this process has just begun: what ended meanwhile was seen by nobody. */
  async function takeStock(): Promise<void> {
    onImages();
    const found = (await listRunning()).filter(isMain);
    const alive = new Map(found.map((info) => [info.Labels[LABEL.tenant] ?? '', info]));
    // an engine that ends asks all of its containers to
    const asked = [...endedByOthers].filter(([, { at }]) => Date.now() - at < ENGINE_ENDS_MS);
    const before = new Map([...running, ...asked.map(([id, { since }]) => [id, since] as const)]);
    endedByOthers.clear();
    for (const [id, since] of before) {
      if (alive.has(id) || starting.has(id)) continue;
      running.delete(id);
      onMoved(id, null);
      restarts.schedule(id, since, 'the engine was restarted');
    }
    for (const [id, { Id, Created }] of alive) {
      logs.follow(docker.getContainer(Id), id);
      if (!running.has(id)) running.set(id, new Date(Created * 1000));
    }
  }

  const unfollow = followEngine(engine, { log, onEvent, onConnected: takeStock });

  return {
    start,
    stop,
    startBeside,
    switchOver,
    dropBeside,
    find: (id: string): Promise<ContainerInspectInfo | undefined> => find(mainOf(id)),
    isStarting: (id: string): boolean => starting.has(id),
    isRestarting: restarts.isWaiting,
    hasExited: (id: string): boolean => exited.has(id),
    startedAt: (id: string): Date | null => running.get(id) ?? null,
    endpointIn: (info: ContainerInfo): string | null =>
      endpointOf(info.NetworkSettings.Networks[network.name]?.IPAddress) ?? null,
    /** Lists the tenants' containers, running or not, without those beside them and set aside. */
    list: async (): Promise<ContainerInfo[]> =>
      (await docker.listContainers({ all: true, filters: ours })).filter(isMain),
    listRunning: async (): Promise<ContainerInfo[]> => (await listRunning()).filter(isMain),
    async setAside(id: string, name: string): Promise<void> {
      await stop(id);
      await unlessSo(docker.getContainer(mainOf(id)).rename({ name: asideOf(name) }));
    },
    putBack: (id: string, name: string): Promise<void> =>
      unlessSo(docker.getContainer(asideOf(name)).rename({ name: mainOf(id) })),
    dropAside: (name: string): Promise<void> => remove(asideOf(name)),
    async forget(id: string): Promise<void> {
      await stop(id);
      await remove(mainOf(id));
    },
    /** Ends what can't go on without this process: instances that have not taken over. */
    async detach(): Promise<void> {
      unfollow();
      restarts.cancelAll();
      for (const id of [...beside]) await dropBeside(id);
    },
  };
}
export type TenantContainers = ReturnType<typeof createTenantContainers>;

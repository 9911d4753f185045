import type { PlatformEnv } from '../../config.ts';
import { usesContainers, usesSwarm } from '../hosting.ts';
import { type Engine, engineAt, installationNameOf, NoEngine } from './engine.ts';
import { ensureTenantNetwork, type TenantNetwork } from './tenant-network.ts';

/** The engine that tenants run on, and where they reach this machine. */
export interface Containers {
  engine: Engine;
  /** This machine's address in the network of tenants. */
  address: string;
  /** The network of all tenants on this machine; absent where they are services of a swarm. */
  network?: TenantNetwork | undefined;
}

/** Without a registry nobody is asked for an image: this one refuses at once, and no name of it leads elsewhere. */
const NO_REGISTRY = 'localhost:1';

const whyNot = (address: string, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return `Движок контейнеров по адресу ${address} не запущен`;
  if (code === 'EACCES') return `Нет прав на движок контейнеров (${address}): добавьте пользователя в группу docker`;
  return `Движок контейнеров по адресу ${address} не отвечает: ${message}`;
};

const orWhyNot = <T>(config: PlatformEnv, asked: Promise<T>): Promise<T> =>
  asked.catch((error) => {
    throw new NoEngine(whyNot(config.DOCKER_HOST, error), { cause: error });
  });

/** Throws NoEngine where the engine does not answer this process, which may have given up being root meanwhile. */
export const requireEngine = (config: PlatformEnv, { engine }: Pick<Containers, 'engine'>): Promise<unknown> =>
  orWhyNot(config, engine.docker.ping());

/** Throws NoEngine unless the engine manages a swarm: another one can't start services. */
async function requireSwarm({ DOCKER_HOST }: PlatformEnv, { docker }: Engine): Promise<{ address: string }> {
  const { Swarm } = (await docker.info()) as { Swarm?: { ControlAvailable?: boolean; NodeAddr?: string } };
  if (Swarm?.ControlAvailable && Swarm.NodeAddr) return { address: Swarm.NodeAddr };
  throw new NoEngine(
    `Движок контейнеров по адресу ${DOCKER_HOST} не управляет роем (swarm). Создайте рой (docker swarm init) или сделайте эту машину управляющей (docker node promote)`,
  );
}

/**
 * Finds the engine and makes the tenants' network there; undefined where tenants are no containers. Installations that
 * share an engine are told apart by their domain, or where they have no database of their own, by their data folder.
 */
export async function prepareContainers(config: PlatformEnv, home: string): Promise<Containers | undefined> {
  if (!usesContainers(config)) return undefined;
  const installation = installationNameOf(config.DATABASE_URL ? config.BASE_DOMAIN : home);
  const engine = await engineAt(config.DOCKER_HOST, installation);
  if (usesSwarm(config)) {
    await requireEngine(config, { engine });
    const { TENANT_REGISTRY } = config;
    const images = { registry: TENANT_REGISTRY ?? NO_REGISTRY, isPushed: TENANT_REGISTRY !== undefined };
    return { engine: { ...engine, ...images }, ...(await requireSwarm(config, engine)) };
  }
  const network = await orWhyNot(config, ensureTenantNetwork(engine));
  return { engine, network, address: network.gateway };
}

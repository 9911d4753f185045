import type { PlatformEnv } from '../../config.ts';
import { usesContainers } from '../hosting.ts';
import { type Engine, engineAt, installationNameOf, NoEngine } from './engine.ts';
import { ensureTenantNetwork, type TenantNetwork } from './tenant-network.ts';

/** The engine that tenants run on, and their network there. */
export interface Containers {
  engine: Engine;
  network: TenantNetwork;
}

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
export const requireEngine = (config: PlatformEnv, { engine }: Containers): Promise<unknown> =>
  orWhyNot(config, engine.docker.ping());

/**
 * Finds the engine and makes the tenants' network there; undefined where tenants are no containers. Installations that
 * share an engine are told apart by their domain, or where they have no database of their own, by their data folder.
 */
export async function prepareContainers(config: PlatformEnv, home: string): Promise<Containers | undefined> {
  if (!usesContainers(config)) return undefined;
  const engine = await engineAt(
    config.DOCKER_HOST,
    installationNameOf(config.DATABASE_URL ? config.BASE_DOMAIN : home),
  );
  return { engine, network: await orWhyNot(config, ensureTenantNetwork(engine)) };
}

import { createHash } from 'node:crypto';
import type Docker from 'dockerode';

const PREFIX = 'ru.ostatok';

/** The labels by which we know what is ours on an engine that others use too. */
export const LABEL = {
  installation: `${PREFIX}.installation`,
  tenant: `${PREFIX}.tenant`,
  release: `${PREFIX}.release`,
  /** Whether a service is the tenant's main one, one beside it, or set aside. */
  role: `${PREFIX}.role`,
  /** Of two main services the one with the higher number took the other's place. */
  generation: `${PREFIX}.generation`,
  /** The name that a service was set aside under. */
  aside: `${PREFIX}.aside`,
  migrations: `${PREFIX}.migrations`,
  /** What the container was made for: one that was made for something else is made anew. */
  spec: `${PREFIX}.spec`,
} as const;

/** Says in Russian why tenants can't run in containers here. */
export class NoEngine extends Error {}

/** A container engine, and the name of this installation on it. */
export interface Engine {
  docker: Docker;
  installation: string;
  /** What the names of images begin with where several machines fetch them; absent where one machine keeps them. */
  registry?: string | undefined;
  /** Whether there is such a registry, to which images are sent as soon as they are built. */
  isPushed?: boolean | undefined;
}

/** Returns the installation's name on an engine: the same for all its api processes, and no other's. */
export const installationNameOf = (unique: string): string =>
  createHash('sha256').update(unique).digest('hex').slice(0, 8);

/**
 * `address` is like unix:///var/run/docker.sock or https://10.0.0.5:2376. The client is loaded only here: where tenants
 * are processes, its memory would be for nothing.
 */
export async function engineAt(address: string, installation: string): Promise<Engine> {
  const { default: Docker } = await import('dockerode');
  const { protocol, pathname, hostname, port } = new URL(address);
  const docker =
    protocol === 'unix:'
      ? new Docker({ socketPath: pathname })
      : new Docker({ protocol: protocol === 'https:' ? 'https' : 'http', host: hostname, port });
  return { docker, installation };
}

const statusOf = (error: unknown): number | undefined => (error as { statusCode?: number } | null)?.statusCode;

/** Whether the engine has answered that it knows no such thing. */
export const isUnknown = (error: unknown): boolean => statusOf(error) === 404;

/** Whether the engine could not do it, though it knows what was meant. */
export const isFault = (error: unknown): boolean => (statusOf(error) ?? 0) >= 500;

/** Whether something of that name was there already. */
export const isTaken = (error: unknown): boolean => statusOf(error) === 409;

/** Resolves with undefined where the engine knows no such thing. */
export const ifKnown = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });

/** Ignores that what was asked for is so already, or that what was to go is gone. */
export async function unlessSo(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (![304, 404, 409].includes(statusOf(error) ?? 0)) throw error;
  }
}

/** The filter of lists for what bears these labels. */
export const labelled = (labels: Record<string, string>): { label: string[] } => ({
  label: Object.entries(labels).map(([name, value]) => `${name}=${value}`),
});

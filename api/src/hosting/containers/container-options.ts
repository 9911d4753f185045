import { createHash } from 'node:crypto';
import type { ContainerCreateOptions } from 'dockerode';
import type { TenantSpec } from '../host.ts';
import { TENANT_FLAGS, TENANT_MALLOC } from '../tenant-flags.ts';
import { LABEL } from './engine.ts';

export const MB = 2 ** 20;
/** The port that every tenant listens on inside its container. */
export const TENANT_PORT = 8080;
/** A workbook that is read or written; it counts as the tenant's memory. */
export const TMP_MB = 128;
/**
 * The processor's time is given in portions of this length, in microseconds. With the engine's own 100,000 a container of
 * many threads takes all cores for half of that time, and everybody waits meanwhile.
 */
const CPU_PERIOD = 10_000;
/** Where others want a core too, they come first. */
const CPU_SHARES = 256;
export const ULIMITS = [{ Name: 'nofile', Soft: 4096, Hard: 4096 }];
export const LONGEST_LOG = { 'max-size': '2m', 'max-file': '2', compress: 'false' };

export const programCommand = ['node', ...TENANT_FLAGS, 'main.mjs'];

/** Returns the environment of the program. Its secrets come in the file. */
export const environmentOf = (spec: TenantSpec, secretsFile: string): Record<string, string> => ({
  NODE_ENV: 'production',
  ...TENANT_MALLOC,
  HOST: '0.0.0.0',
  PORT: String(TENANT_PORT),
  SECRETS_FILE: secretsFile,
  ...spec.env,
});

/** Returns the fingerprint of what a container is made for. */
export const fingerprintOf = (made: object): string =>
  createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16);

export interface ContainerPlace {
  installation: string;
  network: string;
  image: string;
}

/**
 * Returns what the engine is asked for: a container that can write nowhere but into its memory, has no rights over its
 * kernel, and is restarted by nobody but the platform. Inspecting it shows no secret.
 */
export function containerOptions(spec: TenantSpec, place: ContainerPlace): ContainerCreateOptions {
  const made: ContainerCreateOptions = {
    Image: place.image,
    Entrypoint: programCommand,
    Env: Object.entries(environmentOf(spec, '/dev/stdin')).map(([name, value]) => `${name}=${value}`),
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    HostConfig: {
      NetworkMode: place.network,
      // names are looked up nowhere: the container is given addresses
      Dns: ['127.0.0.1'],
      ReadonlyRootfs: true,
      Tmpfs: { '/tmp': `rw,noexec,nosuid,nodev,size=${TMP_MB}m,mode=1777` },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: spec.limits.memoryMb * MB,
      MemorySwap: spec.limits.memoryMb * MB,
      PidsLimit: spec.limits.tasks,
      CpuPeriod: CPU_PERIOD,
      CpuQuota: (spec.limits.cpuPercent * CPU_PERIOD) / 100,
      CpuShares: CPU_SHARES,
      Ulimits: ULIMITS,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'local', Config: LONGEST_LOG },
    },
  };
  const labels = {
    [LABEL.installation]: place.installation,
    [LABEL.tenant]: spec.id,
    [LABEL.release]: spec.release,
    [LABEL.spec]: fingerprintOf(made),
  };
  return { ...made, Labels: labels };
}

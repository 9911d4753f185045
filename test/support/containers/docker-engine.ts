import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Engine, engineAt } from '@ostatok/api/src/hosting/containers/engine.ts';
import { installPackages, pathFolders } from '../run/debian-packages.ts';
import { until } from '../run/until.ts';
import { ensureBaseImage } from './base-image.ts';
import { killAll, processesOf } from './engine-processes.ts';
import { inOuterNetwork } from './outer-network.ts';

const run = promisify(execFile);

const isThere = (program: string): boolean =>
  [...pathFolders(), '/usr/sbin'].some((folder) => existsSync(join(folder, program)));

const hasEngine = (): boolean => ['dockerd', 'iptables', 'ip'].every(isThere);

/** CAP_NET_ADMIN and CAP_SYS_ADMIN, which root lacks inside an ordinary container. */
const NEEDED = (1n << 12n) | (1n << 21n);

function isFullRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const [, effective = '0'] = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (BigInt(`0x${effective}`) & NEEDED) === NEEDED;
}

/** Whether an engine of our own can be started here: by root on Linux, where there is one or Debian brings it. */
export const mayHaveEngine = (): boolean => isFullRoot() && (hasEngine() || existsSync('/usr/bin/apt-get'));

/** Installs Debian's engine where this machine has none and we may. */
export async function installEngine(): Promise<void> {
  if (!mayHaveEngine() || hasEngine()) return;
  try {
    await installPackages('docker.io', 'iptables', 'iproute2');
  } catch (error) {
    console.error(`docker.io: ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether an engine of our own can be started here now. */
export const canHaveEngine = (): boolean => mayHaveEngine() && hasEngine();

/** Unmounts what engines have left below the folder. */
export async function unmountBelow(folder: string): Promise<void> {
  const left = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount.startsWith(folder));
  for (const mount of left.reverse()) await run('umount', ['-l', mount]).catch(() => undefined);
}

export interface TestEngine {
  /** Like unix:///tmp/…/docker.sock. */
  address: string;
  engineOf: (installation: string) => Engine;
  /** Ends the engine, with SIGTERM as an upgrade does or with SIGKILL, and starts it again. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends the engine and all that it runs as the loss of the machine's power does, and starts the engine again. */
  losePower: () => Promise<void>;
  /** Ends the engine until the work is done. */
  whileAway: (work: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

/** The address of a machine in its network, which the runner of these tests gives. */
export const OWN_ADDRESS = '10.88.0.1';
/** An engine that is asked for nothing but containers in networks of ours has no bridge of its own. */
const ALONE = ['--bridge', 'none'];
/** Tenants of a swarm are reached at ports of this address. */
const IN_SWARM = ['--ip', OWN_ADDRESS];

/** An engine in the network of the runner, which brings packages and changes nothing there. */
const BUILDING = ['--bridge', 'none', '--iptables=false'];

interface EngineOptions {
  /** Makes the engine the only node of a swarm. */
  inSwarm?: boolean;
  /** Fills the engine with images while it stands in the network of the runner. */
  fill?: (address: string, folder: string) => Promise<void>;
}

/** Starts a container engine of our own with the base image; undefined where this machine can't have one. */
export async function startEngine({ inSwarm = false, fill }: EngineOptions = {}): Promise<TestEngine | undefined> {
  await installEngine();
  if (!canHaveEngine()) return undefined;
  // whole images are too large for a folder in memory
  const folder = await mkdtemp(join(fill ? '/var/tmp' : tmpdir(), 'ostatok-engine-'));
  // a platform that has given up being root reaches the socket as one of the group
  await chmod(folder, 0o711);
  const logFile = join(folder, 'log');
  const address = `unix://${join(folder, 'docker.sock')}`;
  const { docker } = await engineAt(address, 'tests');
  const engineOf = (installation: string): Engine => ({ docker, installation });

  async function begin(isBuilding = false): Promise<ChildProcess> {
    const places = [
      '--data-root',
      join(folder, 'data'),
      '--exec-root',
      join(folder, 'exec'),
      '-p',
      join(folder, 'pid'),
    ];
    const log = openSync(logFile, 'a');
    const network = isBuilding ? BUILDING : inSwarm ? IN_SWARM : ALONE;
    const words = ['dockerd', ...places, '-H', address, ...network];
    const [command, rest] = isBuilding ? inOuterNetwork(words) : [words[0] as string, words.slice(1)];
    const child = spawn(command, rest, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, PATH: ['/usr/sbin', '/sbin', ...pathFolders()].join(delimiter) },
    });
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`dockerd ended:\n${await readFile(logFile, 'utf8')}`);
      return docker.ping().then(
        () => true,
        () => false,
      );
    }, 'the engine answers');
    return child;
  }

  /** What runs the containers for the engine would outlive it, and take no other one for its master. */
  async function killRuntime(): Promise<void> {
    const file = join(folder, 'exec/containerd/containerd.pid');
    process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL');
    // where nobody reaps orphans, a dead one counts as alive
    await rm(file);
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGKILL') await killRuntime();
    await ended;
  }

  if (fill) {
    const building = await begin(true);
    await fill(address, folder).finally(() => end(building));
  }
  let child = await begin();
  await ensureBaseImage(docker);
  if (inSwarm) await docker.swarmInit({ ListenAddr: `${OWN_ADDRESS}:2377`, AdvertiseAddr: OWN_ADDRESS });
  return {
    address,
    engineOf,
    async restart(signal) {
      await end(child, signal);
      child = await begin();
    },
    async losePower() {
      const ended = once(child, 'exit');
      killAll(processesOf(folder));
      await ended;
      await until(() => processesOf(folder).length === 0, 'nothing of the engine is left');
      // where nobody reaps orphans, a dead one counts as alive
      await rm(join(folder, 'exec/containerd/containerd.pid'), { force: true });
      child = await begin();
    },
    async whileAway(work) {
      await end(child);
      try {
        await work();
      } finally {
        child = await begin();
      }
    },
    async stop() {
      // the swarm would start again what is removed
      if (inSwarm) await docker.swarmLeave({ force: true });
      for (const { Id } of await docker.listContainers({ all: true }))
        await docker.getContainer(Id).remove({ force: true });
      await end(child);
      await unmountBelow(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

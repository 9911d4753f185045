import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { engineAt } from '@ostatok/api/src/hosting/containers/engine.ts';
import type Docker from 'dockerode';
import { pathFolders } from '../run/debian-packages.ts';
import { until } from '../run/until.ts';
import { ensureBaseImage } from './base-image.ts';
import { canHaveEngine, installEngine, unmountBelow } from './docker-engine.ts';
import { killAll, processesOf } from './engine-processes.ts';

const run = promisify(execFile);

const BRIDGE = 'nodes';
/** The address of the machine that is no node: the database and the balancer stand there. */
export const OUTSIDE = '10.77.0.1';
const ADDRESSES = ['10.77.0.11', '10.77.0.12', '10.77.0.13'];

/** A network and a name of its own; its shell waits for a line until the network is laid. */
const MACHINE = `hostname "$1"; ip link set lo up; log="$2"; shift 2; echo ready; read go; exec dockerd "$@" >> "$log" 2>&1`;

/** A machine of the swarm: an engine in a network of its own. */
export interface SwarmNode {
  name: string;
  address: string;
  /** Like unix:///tmp/…/docker.sock. */
  engine: string;
  docker: Docker;
  /** A process in the machine's network. */
  pid: number;
  /** Ends the machine as the loss of its power does: nobody in it answers any more, nor says that it ends. */
  lose: () => Promise<void>;
}

async function startMachine(
  folder: string,
  name: string,
  address: string,
): Promise<SwarmNode & { child: ChildProcess }> {
  await mkdir(folder);
  await chmod(folder, 0o711);
  const log = join(folder, 'log');
  const engine = `unix://${join(folder, 'docker.sock')}`;
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '-p', join(folder, 'pid')];
  const words = [...places, '-H', engine, '--ip', address, '--userland-proxy=false'];
  const child = spawn('unshare', ['--net', '--uts', 'sh', '-c', MACHINE, 'sh', name, log, ...words], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PATH: ['/usr/sbin', '/sbin', ...pathFolders()].join(delimiter) },
  });
  const { pid = 0 } = child;
  await once(child.stdout, 'data');
  const link = `to-${name}`;
  await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)]);
  await run('ip', ['link', 'set', link, 'master', BRIDGE, 'up']);
  const inside = (...command: string[]) => run('nsenter', [`--net=/proc/${pid}/ns/net`, ...command]);
  await inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  await inside('ip', 'link', 'set', 'eth0', 'up');
  await inside('ip', 'route', 'add', 'default', 'via', OUTSIDE);
  child.stdin.end('go\n');
  const { docker } = await engineAt(engine, 'tests');
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`dockerd ended:\n${await readFile(log, 'utf8')}`);
    return docker.ping().then(
      () => true,
      () => false,
    );
  }, 'the engine answers');
  async function lose(): Promise<void> {
    await run('ip', ['link', 'set', link, 'down']);
    killAll(processesOf(folder));
  }
  return { name, address, engine, docker, pid, child, lose };
}

/** How often a machine says that it is there; the swarm's own default of five seconds makes a loss be noticed late. */
const HEARTBEAT_NS = 2e9;

/** Makes one swarm of the machines, each of which manages it: two of them can go on without the third. */
async function joinTogether([first, ...others]: SwarmNode[]): Promise<void> {
  if (!first) return;
  const own = { ListenAddr: `${first.address}:2377`, AdvertiseAddr: first.address };
  await first.docker.swarmInit({ ...own, Spec: { Dispatcher: { HeartbeatPeriod: HEARTBEAT_NS } } });
  const { JoinTokens } = await first.docker.swarmInspect();
  for (const { docker, address } of others)
    await docker.swarmJoin({
      ListenAddr: `${address}:2377`,
      AdvertiseAddr: address,
      RemoteAddrs: [`${first.address}:2377`],
      JoinToken: JoinTokens.Manager,
    });
  await until(async () => {
    const nodes: { Status: { State: string } }[] = await first.docker.listNodes();
    return nodes.filter(({ Status }) => Status.State === 'ready').length === others.length + 1;
  }, 'all machines have joined');
}

/** Copies the image to another machine, as a registry or a hand does. */
export async function copyImage(name: string, from: SwarmNode, to: SwarmNode): Promise<void> {
  const loading = await to.docker.loadImage(await from.docker.getImage(name).get());
  await new Promise<void>((resolve, reject) => {
    to.docker.modem.followProgress(loading, (error) => (error ? reject(error) : resolve()));
  });
}

/** Passes what comes to the port of the outside address to the same port of this machine alone, as of that machine. */
async function passOn(how: '-A' | '-D', port: number): Promise<void> {
  const rule = ['-p', 'tcp', '--dport', String(port), '-j'];
  const local = `127.0.0.1:${port}`;
  await run('iptables', ['-t', 'nat', how, 'PREROUTING', '-d', OUTSIDE, ...rule, 'DNAT', '--to-destination', local]);
  await run('iptables', ['-t', 'nat', how, 'INPUT', '-d', '127.0.0.1', ...rule, 'SNAT', '--to-source', '127.0.0.1']);
}

/**
 * Starts a swarm of three machines in networks of their own, joined by a bridge; undefined where this machine can't have
 * one. `served` is a port of this machine that they may reach.
 */
export async function startThreeNodes(
  served: number,
): Promise<{ nodes: SwarmNode[]; stop: () => Promise<void> } | undefined> {
  await installEngine();
  if (!canHaveEngine()) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-swarm-'));
  await chmod(folder, 0o711);
  const started: (SwarmNode & { child: ChildProcess })[] = [];

  async function stop(): Promise<void> {
    killAll(processesOf(folder));
    for (const { child } of started)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await until(() => processesOf(folder).length === 0, 'nothing of the machines is left');
    await run('ip', ['link', 'del', BRIDGE]).catch(() => undefined);
    await passOn('-D', served).catch(() => undefined);
    await run('iptables', ['-D', 'FORWARD', '-i', BRIDGE, '-o', BRIDGE, '-j', 'ACCEPT']).catch(() => undefined);
    await unmountBelow(folder);
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
    await run('ip', ['addr', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE]);
    await run('ip', ['link', 'set', BRIDGE, 'up']);
    await run('sysctl', ['-qw', `net.ipv4.conf.${BRIDGE}.route_localnet=1`]);
    await passOn('-A', served);
    // an engine of this machine may have closed it to what passes through
    await run('iptables', ['-I', 'FORWARD', '-i', BRIDGE, '-o', BRIDGE, '-j', 'ACCEPT']);
    for (const [at, address] of ADDRESSES.entries())
      started.push(await startMachine(join(folder, `node${at + 1}`), `node${at + 1}`, address));
    await joinTogether(started);
    await Promise.all(started.map(({ docker }) => ensureBaseImage(docker)));
    return { nodes: started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

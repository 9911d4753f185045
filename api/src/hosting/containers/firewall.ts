import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TenantNetwork } from './tenant-network.ts';

const run = promisify(execFile);
const WAIT_S = '10';
const TAKES_MS = 30_000;

const iptables = async (...words: string[]): Promise<void> => {
  await run('iptables', ['--wait', WAIT_S, ...words], { timeout: TAKES_MS });
};

/** The chain bears the bridge's name, in the letters that chains have. */
const chainOf = ({ bridge }: Pick<TenantNetwork, 'bridge'>): string => bridge.toUpperCase();

/** Whether the machine lets us write rules at all: root does, where iptables is there. */
export const mayWriteRules = (): boolean => process.getuid?.() === 0;

const add = (how: '-A' | '-I', rule: string[]): Promise<void> =>
  iptables('-C', ...rule).catch(() => iptables(how, ...rule));

/**
 * Closes this machine to the tenants' network but for these ports of the gateway. Only root may. `alone` says that no
 * other api process has ports there: those of before are closed.
 */
export async function closeMachine(network: TenantNetwork, ports: number[], alone: boolean): Promise<void> {
  const chain = chainOf(network);
  await iptables('-N', chain).catch(() => undefined);
  if (alone) await iptables('-F', chain);
  await add('-A', [chain, '-j', 'DROP']);
  for (const port of ports)
    await add('-I', [chain, '-p', 'tcp', '-d', network.gateway, '--dport', String(port), '-j', 'ACCEPT']);
  // the answers to connections of ours
  await add('-I', [chain, '-m', 'conntrack', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'ACCEPT']);
  await add('-I', ['INPUT', '-i', network.bridge, '-j', chain]);
}

/** Takes the rules away with the network. */
export async function openMachine(network: Pick<TenantNetwork, 'bridge'>): Promise<void> {
  const chain = chainOf(network);
  await iptables('-D', 'INPUT', '-i', network.bridge, '-j', chain).catch(() => undefined);
  await iptables('-F', chain).catch(() => undefined);
  await iptables('-X', chain).catch(() => undefined);
}

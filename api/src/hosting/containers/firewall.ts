import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NoEngine } from './engine.ts';
import type { TenantNetwork } from './tenant-network.ts';

const run = promisify(execFile);
const WAIT_S = '10';
const TAKES_MS = 30_000;

const iptables = (...words: string[]): Promise<string> =>
  run('iptables', ['--wait', WAIT_S, ...words], { timeout: TAKES_MS }).then(
    ({ stdout }) => stdout,
    (error) => {
      if (error.code !== 'ENOENT') throw error;
      throw new NoEngine('Машину нечем закрыть от контейнеров: установите iptables (apt-get install iptables)');
    },
  );

/** The chain bears the bridge's name, in the letters that chains have. */
const chainOf = ({ bridge }: Pick<TenantNetwork, 'bridge'>): string => bridge.toUpperCase();

/** Whether the machine lets us write rules at all: root does, where iptables is there. */
export const mayWriteRules = (): boolean => process.getuid?.() === 0;

async function add(how: '-A' | '-I', rule: string[]): Promise<void> {
  await iptables('-C', ...rule).catch(() => iptables(how, ...rule));
}

/** Returns the ports that the chain lets through. */
async function openPorts(chain: string): Promise<number[]> {
  const rules = await iptables('-S', chain);
  return [...rules.matchAll(/--dport (\d+) -j ACCEPT/g)].map(([, port]) => Number(port));
}

/**
 * Closes this machine to the tenants' network but for these ports of the gateway, the same for all api processes. Only
 * root may.
 */
export async function closeMachine(network: TenantNetwork, ports: number[]): Promise<void> {
  const chain = chainOf(network);
  const acceptRule = (port: number): string[] => [
    chain,
    '-p',
    'tcp',
    '-d',
    `${network.gateway}/32`,
    '--dport',
    String(port),
    '-j',
    'ACCEPT',
  ];
  await add('-A', [chain, '-j', 'DROP']).catch(async () => {
    await iptables('-N', chain);
    await add('-A', [chain, '-j', 'DROP']);
  });
  for (const port of ports) await add('-I', acceptRule(port));
  // the answers to connections of ours
  await add('-I', [chain, '-m', 'conntrack', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'ACCEPT']);
  await add('-I', ['INPUT', '-i', network.bridge, '-j', chain]);
  const others = (await openPorts(chain)).filter((port) => !ports.includes(port));
  for (const port of others) await iptables('-D', ...acceptRule(port));
}

/** Takes the rules away with the network. */
export async function openMachine(network: Pick<TenantNetwork, 'bridge'>): Promise<void> {
  const chain = chainOf(network);
  await iptables('-D', 'INPUT', '-i', network.bridge, '-j', chain).catch(() => undefined);
  await iptables('-F', chain).catch(() => undefined);
  await iptables('-X', chain).catch(() => undefined);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installEngine, mayHaveEngine } from '../support/containers/docker-engine.ts';
import { OUTER_NETWORK, SHARED_FOLDER } from '../support/containers/outer-network.ts';
import type { Result } from './tap.ts';
import { laterDeadline } from './time-limit.ts';

const root = join(import.meta.dirname, '../..');
/** Set for a run that has a network of its own. */
const INSIDE = 'OSTATOK_TEST_OWN_NETWORK';
const SUMMARY = /^\d+ passed, \d+ failed/;
/** These files wait for the others. */
const MORE_SECONDS = 10 * 60;
/** A loopback of its own, and an address that is not one, as every machine has. */
const PREPARE = `ip link set lo up
ip link add outside type bridge
ip addr add 10.88.0.1/24 dev outside
ip link set outside up
exec "$@"`;

/** Returns the command that runs another one in a network namespace of its own, from which there is no way out. */
const inOwnNetwork = (words: string[]): string[] => ['unshare', '--net', 'sh', '-ec', PREPARE, 'sh', ...words];

/** The environment of a run inside: what has to reach beyond enters the network of this process. */
const insideEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  [INSIDE]: '1',
  [OUTER_NETWORK]: `/proc/${process.pid}/ns/net`,
});

/** Runs the command anew in a network of its own; resolves with its exit code. */
export async function runCommandInOwnNetwork(words: string[]): Promise<number> {
  // there is no way out of that network
  await installEngine();
  const [command = '', ...inside] = inOwnNetwork(words);
  const child = spawn(command, inside, { cwd: root, env: insideEnv(), stdio: 'inherit' });
  // a terminal sends both the signal that ends them; the one inside ends in order
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Whether this run has a network of its own already, in which one file runs after the other. */
export const isInOwnNetwork = (): boolean => Boolean(process.env[INSIDE]);

/**
 * Splits off the files that change the network of the machine: container engines bring bridges, addresses and rules of
 * the firewall. An open browser takes each for a change of its own network and drops what it loads.
 */
export function splitByNetwork(
  files: string[],
  hasOwn = mayHaveEngine() && !isInOwnNetwork(),
): { ours: string[]; apart: string[] } {
  const needsOwn = (file: string): boolean => hasOwn && file.startsWith('containers/');
  return { ours: files.filter((file) => !needsOwn(file)), apart: files.filter(needsOwn) };
}

/**
 * Splits the files into those that build the images of the whole installation, which they share, and the others: two
 * runs beside each other, since containers leave the processor idle half of the time.
 */
export function splitByImages(files: string[]): string[][] {
  const buildsImages = (file: string): boolean =>
    readFileSync(join(root, 'test', file), 'utf8').includes('/whole-images.ts');
  const runs = [files.filter(buildsImages), files.filter((file) => !buildsImages(file))];
  return runs.filter((some) => some.length > 0);
}

/** Runs the files by runs of their own, each in a new network namespace, and returns their results. */
export async function runInOwnNetworks(files: string[], matches: string[], seed: string): Promise<Result[]> {
  // there is no way out of those networks
  await installEngine();
  const results = await Promise.all(splitByImages(files).map((some) => runInOwnNetwork(some, matches, seed)));
  return results.flat();
}

async function runInOwnNetwork(files: string[], matches: string[], seed: string): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-own-network-'));
  const report = join(folder, 'results.json');
  try {
    const words = [...matches.flatMap((match) => ['--match', match]), '--results', report];
    const paths = files.map((file) => join('test', file));
    const [command = '', ...inside] = inOwnNetwork([process.execPath, 'test/run.mjs', ...paths, ...words]);
    const child = spawn(command, inside, {
      cwd: root,
      env: { ...insideEnv(), ...laterDeadline(MORE_SECONDS), OSTATOK_TEST_SEED: seed, [SHARED_FOLDER]: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) if (!SUMMARY.test(line)) console.log(line);
    await ended;
    return (JSON.parse(await readFile(report, 'utf8')) as { results: Result[] }).results;
  } catch (error) {
    console.log(`not ok - the tests of containers: ${error instanceof Error ? error.message : error}`);
    return [{ outcome: 'failed', file: undefined, title: 'the tests of containers' }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

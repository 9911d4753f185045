/**
 * `npm run chaos -- [--minutes 20] [--seed N] [--containers]`: prints each harm and at the end what was acknowledged and
 * what is there. Containers have an engine and a network of their own.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isInOwnNetwork, runCommandInOwnNetwork } from '../runner/own-network.ts';
import { startEngine } from '../support/containers/docker-engine.ts';
import { startTestServer } from '../support/platform/test-server.ts';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, containers: { type: 'boolean' } },
});
if (values.containers && !isInOwnNetwork()) process.exit(await runCommandInOwnNetwork(process.argv));
const minutes = Number(values.minutes ?? 20);
const seed = Number(values.seed ?? randomInt(1_000_000));

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
const began = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);

async function isExact(): Promise<boolean> {
  const { harms, starts, ledger, refused } = await runChaos({ minutes, seed, say, engine, signal: stopping.signal });
  console.log(`\nHarms: ${[...harms].map(([name, times]) => `${name} × ${times}`).join('; ')}`);
  console.log(`Starts of the platform: ${starts}\n`);
  for (const { what, expected, found } of ledger)
    console.log(`${expected === found ? 'ok    ' : 'WRONG '} ${what}: ${found} of ${expected}`);
  for (const answer of refused) console.log(`WRONG  ${answer}`);
  return refused.length === 0 && ledger.every(({ expected, found }) => expected === found);
}

const engine = values.containers ? await startEngine() : undefined;
if (values.containers && !engine) throw new Error('no container engine can be started here');
const server = await startTestServer();
process.env.TEST_DATABASE_URL = server.url;
const exact = await isExact().catch((error) => {
  console.error(error);
  return false;
});
await server.stop();
await engine?.stop();
console.log(
  exact
    ? '\nNothing acknowledged was lost, nothing applied twice.'
    : `\nIt failed; again: npm run chaos -- --seed ${seed}${values.containers ? ' --containers' : ''}`,
);
process.exit(exact ? 0 : 1);

/** `npm run chaos -- [--minutes 20] [--seed N]`: prints each harm and at the end what was acknowledged and what is there. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTestServer } from '../support/platform/test-server.ts';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 20);
const seed = Number(values.seed ?? randomInt(1_000_000));

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
const began = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);

async function isExact(): Promise<boolean> {
  const { harms, starts, ledger, refused } = await runChaos({ minutes, seed, say, signal: stopping.signal });
  console.log(`\nHarms: ${[...harms].map(([name, times]) => `${name} × ${times}`).join('; ')}`);
  console.log(`Starts of the platform: ${starts}\n`);
  for (const { what, expected, found } of ledger)
    console.log(`${expected === found ? 'ok    ' : 'WRONG '} ${what}: ${found} of ${expected}`);
  for (const answer of refused) console.log(`WRONG  ${answer}`);
  return refused.length === 0 && ledger.every(({ expected, found }) => expected === found);
}

const server = await startTestServer();
process.env.TEST_DATABASE_URL = server.url;
const exact = await isExact().catch((error) => {
  console.error(error);
  return false;
});
await server.stop();
console.log(
  exact
    ? '\nNothing acknowledged was lost, nothing applied twice.'
    : `\nIt failed; again: npm run chaos -- --seed ${seed}`,
);
process.exit(exact ? 0 : 1);

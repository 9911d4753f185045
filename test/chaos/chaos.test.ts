import { randomInt } from 'node:crypto';
import test from 'ava';
import { runChaos } from './chaos.ts';

test('whatever is killed, filled or cut, what was acknowledged is there, once, and nobody mends anything', async (t) => {
  t.timeout(15 * 60_000);
  const said: string[] = [];
  const seed = randomInt(1_000_000);

  const { harms, ledger, refused } = await runChaos({ minutes: 2, seed, say: (text) => said.push(text) });

  t.log(`seed ${seed}: ${[...harms].map(([name, times]) => `${name} × ${times}`).join('; ')}`);
  t.deepEqual(refused, []);
  t.deepEqual(
    ledger.filter(({ expected, found }) => expected !== found),
    [],
    said.join('\n'),
  );
});

import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { loseNextCommit } from '../../support/database/lost-commit.ts';
import { createDatabase } from '../../support/database/postgres.ts';
import { checkBooks, checkInvariants } from './invariants.ts';
import { createWorld, type Happening } from './world.ts';

const LOST = /terminated unexpectedly/;

/**
 * A year with every kind of money movement: bought, renewed, declined, paid by hand, upgraded, downgraded, paid twice,
 * refunded.
 */
const life: Happening[] = [
  { do: 'pay', plan: 1, period: 'monthly', clicks: 2 },
  { do: 'payer', nth: 0, status: 'succeeded' },
  { do: 'webhook', nth: 0, copies: 1 },
  { do: 'clock', hours: 31 * 24, jobs: 1 },
  { do: 'reconcile', copies: 1 },
  { do: 'charges', become: 'insufficient_funds' },
  { do: 'clock', hours: 31 * 24, jobs: 1 },
  { do: 'clock', hours: 25, jobs: 1 },
  { do: 'pay', plan: 1, period: 'monthly', clicks: 1 },
  { do: 'payer', nth: 4, status: 'succeeded' },
  { do: 'webhook', nth: 4, copies: 2 },
  { do: 'charges', become: 'succeeded' },
  { do: 'pay', plan: 2, period: 'monthly', clicks: 1 },
  { do: 'pay', plan: 2, period: 'yearly', clicks: 1 },
  { do: 'payer', nth: 5, status: 'succeeded' },
  { do: 'payer', nth: 6, status: 'succeeded' },
  { do: 'webhook', nth: 5, copies: 1 },
  { do: 'webhook', nth: 6, copies: 1 },
  { do: 'refunds', copies: 1 },
  { do: 'change', plan: 1, period: 'monthly', clicks: 1 },
  { do: 'goodwill', nth: 0, share: 0.5 },
  { do: 'refunds', copies: 1 },
  { do: 'clock', hours: 366 * 24, jobs: 1 },
  { do: 'cancel', copies: 1 },
  { do: 'clock', hours: 31 * 24, jobs: 1 },
];

test('whichever commit loses its answer, every kopeck is explained and what is paid runs', async (t) => {
  const database = await createDatabase('platform');
  t.teardown(database.drop);
  let commits = 0;
  for (let lost = 0; lost <= commits; lost += 1) {
    const db = connect(database.url, { max: 3 });
    const world = await createWorld(db, new Date('2027-01-31T09:00:00Z'));
    const seen = await loseNextCommit(db, lost);
    try {
      for (const one of life) {
        await world.happen(one).catch((error: Error) => {
          if (!LOST.test(error.message)) throw error;
        });
        const others = world.mistakes.filter((error) => !LOST.test((error as Error).message));
        world.mistakes.splice(0, Number.POSITIVE_INFINITY, ...others);
        await checkInvariants(world);
      }
      await world.calm();
      await checkInvariants(world);
      await checkBooks(world);
      commits = Math.max(commits, seen());
    } catch (error) {
      throw new Error(`after commit ${lost}: ${(error as Error).message}`, { cause: error });
    } finally {
      await world.end();
      await db.destroy();
    }
  }
  t.log(commits);
  t.true(commits > 30);
});

import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import fc from 'fast-check';
import { createDatabase } from '../../support/database/postgres.ts';
import { seedFor } from '../../support/run/random.ts';
import { lines } from './fake-provider.ts';
import { checkBooks, checkInvariants } from './invariants.ts';
import { createWorld, type Happening } from './world.ts';

const RUNS = Number(process.env.BILLING_RUNS ?? 240);
const WORKERS = 4;

const nth = fc.nat({ max: 5 });
const plan = fc.nat({ max: 3 });
const copies = fc.integer({ min: 1, max: 2 });
const period = fc.constantFrom('monthly' as const, 'yearly' as const);
const wish = (what: 'change' | 'pay') =>
  fc.record({ do: fc.constant(what), plan, period, clicks: copies, other: fc.option(plan, { nil: undefined }) });
const repeated = <T extends string>(...names: [T, ...T[]]) => fc.record({ do: fc.constantFrom(...names), copies });

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: wish('pay') },
  { weight: 4, arbitrary: wish('change') },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('payer' as const),
      nth,
      status: fc.constantFrom('succeeded', 'succeeded', 'canceled'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('webhook' as const), nth, copies }) },
  { weight: 3, arbitrary: repeated('cancel', 'undo') },
  { weight: 2, arbitrary: repeated('card', 'forget') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('abandon' as const), nth, copies }) },
  { weight: 3, arbitrary: repeated('reconcile', 'refunds', 'made', 'archive') },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 24, max: 24 * 35 }), fc.constant(24 * 120)),
      jobs: fc.nat({ max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('line' as const), line: fc.constantFrom('up', ...lines) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('charges' as const),
      become: fc.constantFrom('succeeded', 'succeeded', 'pending', 'insufficient_funds', 'permission_revoked'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refunding' as const),
      become: fc.constantFrom('succeeded', 'pending', 'canceled', 'refused'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('saves' as const), methods: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('grant' as const, 'extend' as const, 'set' as const),
      plan,
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('goodwill' as const), nth, share: fc.constantFrom(0.3, 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('price' as const), plan, roubles: fc.integer({ min: 0, max: 3000 }) }),
  },
) as fc.Arbitrary<Happening>;

const start = fc
  .date({ min: new Date('2027-01-01T00:00:00Z'), max: new Date('2029-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => new Date(date.getTime() - (date.getTime() % 1000)));

/** Runs sequences one after another in a database of their own. */
async function runSequences(numRuns: number, seed: number): Promise<void> {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 5 });
  await db.raw(`alter database ${database.name} set synchronous_commit = off`);
  try {
    await fc.assert(
      fc.asyncProperty(start, fc.array(happening, { minLength: 1, maxLength: 16 }), async (from, happenings) => {
        const world = await createWorld(db, from);
        try {
          for (const one of happenings) {
            await world.happen(one);
            await checkInvariants(world);
          }
          await world.calm();
          await checkInvariants(world);
          await checkBooks(world);
        } finally {
          await world.end();
        }
      }),
      { numRuns, seed, endOnFailure: process.env.BILLING_SHRINK !== '1', includeErrorInReport: true },
    );
  } finally {
    await db.destroy();
    await database.drop();
  }
}

test(`after ${RUNS} random sequences of billing events every kopeck is explained and what is paid runs`, async (t) => {
  t.timeout(4 * 3_600_000);
  const seed = Number(process.env.BILLING_SEED ?? seedFor('billing sequences'));
  const started = performance.now();
  await Promise.all(Array.from({ length: WORKERS }, (_, n) => runSequences(Math.ceil(RUNS / WORKERS), seed + n)));
  t.log(`seed ${seed}: ${RUNS} sequences in ${Math.round((performance.now() - started) / 1000)} s`);
  t.pass();
});

import { backoffMs, createBackoff } from '@ostatok/kit/contract/backoff.ts';
import test from 'ava';

test('a delay doubles from the first to the last, however many failures there were', (t) => {
  const delays = { firstMs: 500, lastMs: 3000 };

  t.deepEqual(
    [0, 1, 2, 3, 4, 5, 5000].map((failures) => backoffMs(delays, failures)),
    [500, 500, 1000, 2000, 3000, 3000, 3000],
  );
});

test('a backoff counts failures until a success', (t) => {
  const backoff = createBackoff({ firstMs: 250, lastMs: 1000 });

  t.deepEqual([backoff.next(), backoff.next(), backoff.next(), backoff.next()], [250, 500, 1000, 1000]);
  t.is(backoff.failures(), 4);
  backoff.reset();
  t.is(backoff.failures(), 0);
  t.is(backoff.next(), 250);
});

test('jitter multiplies a delay by a random factor between its two', (t) => {
  const next = (random: number): number =>
    createBackoff({ firstMs: 1000, lastMs: 1000, jitter: [0.5, 1.5], random: () => random }).next();

  t.deepEqual([next(0), next(0.5), next(1)], [500, 1000, 1500]);
});

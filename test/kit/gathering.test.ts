import { createGathering } from '@ostatok/kit/node/gathering.ts';
import test from 'ava';

const MINUTES_OF_DAY = 24 * 60;

interface Row {
  at: Date;
  count: number;
  typed: string | null;
}

/** The rows written in each minute of two days by a flood of different failures, beside guesses at one account. */
function floodOfTwoDays(): Row[][] {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const gathering = createGathering<Row>(
    () => new Date(now),
    ({ at, count }) => ({ at, count, typed: null }),
  );
  return Array.from({ length: 2 * MINUTES_OF_DAY }, (_, minute) => {
    now += 60_000;
    const at = new Date(now);
    for (let one = 0; one < 40; one += 1) gathering.add({ at, count: 1, typed: `made-up-${minute}-${one}` });
    for (let one = 0; one < 5; one += 1) gathering.add({ at, count: 1, typed: 'owner' });
    return gathering.take();
  });
}

test('a flood of failures that goes on for days is thousands of rows a day, no tens of thousands', (t) => {
  const minutes = floodOfTwoDays();

  t.is(minutes[0]?.length, 31, 'a short one is told in full measure');
  for (const day of [minutes.slice(0, MINUTES_OF_DAY), minutes.slice(MINUTES_OF_DAY)]) {
    const rows = day.flat();
    t.true(rows.length < 10_000, `${rows.length} rows`);
    t.is(
      rows.reduce((sum, { count }) => sum + count, 0),
      45 * MINUTES_OF_DAY,
      'none goes uncounted',
    );
  }
  t.true(
    minutes.every((rows) => rows.some(({ typed, count }) => typed === 'owner' && count === 5)),
    'what is guessed at most stands out all the time',
  );
});

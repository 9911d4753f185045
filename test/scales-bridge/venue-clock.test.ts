import test from 'ava';
import { createVenueClock } from '../../scales-bridge/src/sink/venue-clock.ts';
import { heldClock } from '../support/clock/held-clock.ts';

const NOON = Date.parse('2026-11-27T12:00:00Z');
const timeAt = (ms: number): string => new Date(NOON + ms).toISOString();

async function dates(answers: [afterMs: number, answer: string][]): Promise<number[]> {
  const clock = heldClock();
  const venueClock = createVenueClock(clock);
  const found: number[] = [];
  for (const [afterMs, time] of answers) {
    await clock.advance(afterMs);
    venueClock.set(time);
    const weight = { scaleId: 'AA:01', weightG: 700, stepG: 1, at: clock.wall(), elapsedAt: clock.elapsed() };
    found.push(Date.parse(venueClock.dated(weight).at ?? '') - NOON);
  }
  return found;
}

test('a time that was long on its way does not date a weight before the one that it followed', async (t) => {
  t.deepEqual(
    await dates([
      [0, timeAt(0)],
      [400, timeAt(100)],
      [100, timeAt(500)],
    ]),
    [0, 400, 500],
  );
});

test('a time that came quicker, and a clock that was set, are taken', async (t) => {
  t.deepEqual(
    await dates([
      [0, timeAt(0)],
      [400, timeAt(700)],
      [100, timeAt(-3_600_000)],
    ]),
    [0, 700, -3_600_000],
  );
});

import test from 'ava';
import { createOnScale } from '../../../tenant-runtime/scanner/features/weigh/on-scale.ts';
import { seeded, seedFor } from '../../support/run/random.ts';

const reading = (weightG: number, stable = true) => ({ scaleId: 'A', weightG, stable, stepG: 1 });

function seeing() {
  const onScale = createOnScale();
  let now = 0;
  return {
    onScale,
    show(...readings: Parameters<typeof onScale.see>[0][]): void {
      for (const one of readings) {
        now += 100;
        onScale.see(one, now);
      }
    },
    fresh: () => onScale.fresh()?.grams,
  };
}

test('a weight is there once it is steady, since it became so, and not while it moves or the scale is silent', (t) => {
  const { onScale, show, fresh } = seeing();
  show(reading(0), reading(300, false));
  t.is(fresh(), undefined);
  show(reading(750), reading(751), reading(750));
  t.deepEqual(onScale.fresh(), { grams: 750, stepG: 1, since: 300 });
  show(undefined);
  t.is(fresh(), undefined);
  show(reading(750), reading(760, false));
  t.is(fresh(), undefined);
  show(reading(-450), reading(12));
  t.is(fresh(), undefined);
});

test('a taken bottle is another one only after the scale was empty or steadily shows another weight', (t) => {
  const { onScale, show, fresh } = seeing();
  show(reading(750));
  onScale.take();
  show(reading(900, false), reading(750), undefined, reading(752), reading(748));
  t.is(fresh(), undefined);
  t.true(onScale.isTaken());
  show(reading(3), reading(750));
  t.is(fresh(), 750);
  onScale.take();
  show(reading(980));
  t.is(fresh(), 980);
});

test('whatever a scale shows, a bottle that stays is taken once', (t) => {
  const random = seeded(seedFor('readings of one bottle'));
  for (let n = 0; n < 2_000; n += 1) {
    const { onScale, show, fresh } = seeing();
    let taken = 0;
    for (let at = 0; at < 50; at += 1) {
      const kind = Math.floor(random() * 4);
      if (kind === 0) show(undefined);
      else if (kind === 1) show(reading(100 + random() * 2_000, false));
      else show(reading(748 + random() * 4));
      if (fresh() === undefined || random() < 0.5) continue;
      onScale.take();
      taken += 1;
    }
    t.true(taken <= 1);
  }
});

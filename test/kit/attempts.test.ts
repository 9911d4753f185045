import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import test from 'ava';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const FEW = { tries: { points: 2, duration: 3600 }, site: { points: 3, duration: 3600 } };
const MANY = 500;

/** How many keys the limiters hold that are used from now on. */
function watchKeys(): () => number {
  const asked = new Set<object>();
  const { consume } = RateLimiterMemory.prototype;
  RateLimiterMemory.prototype.consume = function (...given) {
    asked.add(this);
    return consume.apply(this, given);
  };
  return () => {
    RateLimiterMemory.prototype.consume = consume;
    const sizes = [...asked].map(
      (limiter) => (limiter as { _memoryStorage: { _storage: Map<string, unknown> } })._memoryStorage._storage.size,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

test.serial('what is forgiven is not remembered, however many come, and what failed is', async (t) => {
  const attempts = createAttempts(FEW);
  const keysHeld = watchKeys();
  for (let n = 0; n < MANY; n += 1) {
    await attempts.count({ tries: `${n}`, site: `${n}` });
    await attempts.forgive({ tries: `${n}`, site: `${n}` });
  }
  await attempts.count({ tries: 'failed' });
  await attempts.count({ tries: 'failed' });
  await t.throwsAsync(attempts.count({ tries: 'failed' }));

  t.is(keysHeld(), 1);
});

test('one that succeeds forgives itself and no other', async (t) => {
  const attempts = createAttempts(FEW);
  await attempts.count({ tries: 'one' });
  await attempts.count({ tries: 'one' });

  await attempts.forgive({ tries: 'one' });

  await attempts.count({ tries: 'one' });
  await t.throwsAsync(attempts.count({ tries: 'one' }));
});

test('a key that there is none of counts nothing', async (t) => {
  const attempts = createAttempts(FEW);

  for (let n = 0; n < 5; n += 1) await attempts.count({ site: undefined });

  await t.notThrowsAsync(attempts.count({ site: 'one' }));
});

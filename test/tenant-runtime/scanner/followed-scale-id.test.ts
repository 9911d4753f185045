import test from 'ava';
import { type Followed, nextFollowed } from '../../../tenant-runtime/scanner/features/weigh/followed-scale-id.ts';

/** Follows through what the screen sees one after another: the scales with a reading, and the phone's own one. */
const following = (...seen: [scaleIds: string[], phoneId?: string][]): (string | undefined)[] => {
  let followed: Followed = {};
  return seen.map(([scaleIds, phoneId]) => {
    followed = nextFollowed(followed, scaleIds, phoneId);
    return followed.scaleId;
  });
};

test('the only scale is followed, and stays so when it is lost or another one is there', (t) => {
  t.deepEqual(following([[]], [['A']], [['A', 'B']], [['B']], [[]], [['B']]), [undefined, 'A', 'A', 'A', 'A', 'A']);
});

test('of several scales none is followed before a person chooses', (t) => {
  t.deepEqual(following([['A', 'B']]), [undefined]);
  t.is(nextFollowed({ scaleId: 'B' }, ['A', 'B'], undefined).scaleId, 'B');
});

test("the phone's own scale is followed from its first reading, and not again by itself after another was chosen", (t) => {
  t.deepEqual(following([['A']], [['A', 'own'], 'own'], [['A']], [['A', 'own'], 'own']), ['A', 'own', 'own', 'own']);
  const chosen = { scaleId: 'A', phoneId: 'own' };
  t.is(nextFollowed(chosen, ['A', 'own'], 'own').scaleId, 'A');
  t.is(nextFollowed(chosen, ['A', 'other'], 'other').scaleId, 'other');
});

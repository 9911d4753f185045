import test from 'ava';
import { decodeToken } from '../../owner-ui/src/lib/token-payload.ts';

const tokenOf = (payload: object): string => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

test('a token says who it is, in any alphabet', (t) => {
  const payload = { userId: 7, email: 'анна@бар.рф', role: 'customer' as const };
  t.deepEqual(decodeToken(tokenOf(payload)), payload);
});

test('what is no token of ours is refused', (t) => {
  for (const bad of ['', 'x', 'x.%%%.x', tokenOf({ sub: 1 })]) t.throws(() => decodeToken(bad));
});

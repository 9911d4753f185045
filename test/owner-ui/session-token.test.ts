import test from 'ava';
import { decodeToken, isExpired } from '../../owner-ui/src/lib/token-payload.ts';

const tokenOf = (payload: object): string => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

test('a token says who it is, in any alphabet', (t) => {
  const payload = { userId: 7, email: 'анна@бар.рф', role: 'customer' as const };
  t.deepEqual(decodeToken(tokenOf(payload)), payload);
});

test('what is no token of ours is refused', (t) => {
  for (const bad of ['', 'x', 'x.%%%.x', tokenOf({ sub: 1 })]) t.throws(() => decodeToken(bad));
});

test('a token counts as expired a little before its time', (t) => {
  const token = tokenOf({ userId: 1, email: 'a@b.c', role: 'admin', exp: 1000 });
  t.false(isExpired(token, 970_000));
  t.true(isExpired(token, 981_000));
  t.false(isExpired('garbage', 0));
});

import { createSecrets, hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';

const secrets = createSecrets('k'.repeat(32));

test('a sealed text opens for the same purpose alone', (t) => {
  const sealed = secrets.seal('123456:ТОКЕН', 'bot-token');

  t.is(secrets.open(sealed, 'bot-token'), '123456:ТОКЕН');
  t.throws(() => secrets.open(sealed, 'database-password'));
  t.throws(() => createSecrets('x'.repeat(32)).open(sealed, 'bot-token'));
});

test('a sealed text that was changed or cut does not open', (t) => {
  const sealed = secrets.seal('secret', 'p');
  const changed = Buffer.from(sealed.slice(3), 'base64url');
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;

  for (const bad of [`v1.${changed.toString('base64url')}`, sealed.slice(0, 10), '', 'v1.', 'plain']) {
    t.throws(() => secrets.open(bad, 'p'), undefined, bad);
  }
});

test('sealing twice gives two texts, and an empty one can be sealed', (t) => {
  t.not(secrets.seal('a', 'p'), secrets.seal('a', 'p'));
  t.is(secrets.open(secrets.seal('', 'p'), 'p'), '');
});

test('keys differ by purpose and repeat for the same one', (t) => {
  t.deepEqual(secrets.key('jwt'), createSecrets('k'.repeat(32)).key('jwt'));
  t.notDeepEqual(secrets.key('jwt'), secrets.key('mail'));
  t.is(secrets.key('jwt').length, 32);
});

test('a short SECRET_KEY is refused', (t) => {
  t.throws(() => createSecrets('short'), { message: /32/ });
});

test('a token is stored as its hash', (t) => {
  const token = newToken();
  t.regex(token, /^[\w-]{43}$/);
  t.regex(hashToken(token), /^[0-9a-f]{64}$/);
  t.not(hashToken(token), hashToken(newToken()));
});

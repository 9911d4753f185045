import { EventEmitter } from 'node:events';
import { createLiveToken } from '@ostatok/kit/web/live-token.ts';
import test from 'ava';

/** A socket whose token is about to expire; returns the tokens sent to it once the renewal is over. */
async function renewedWith(current: () => string | undefined, renew: (token: string) => Promise<boolean>) {
  const socket = new EventEmitter();
  const tokens: string[] = [];
  socket.on('session:renew', (token: string) => tokens.push(token));
  const renewed = Promise.withResolvers<void>();
  const { keepSignedIn } = createLiveToken({
    current,
    renew: (token) => renew(token).finally(() => setImmediate(renewed.resolve)),
  });
  keepSignedIn(socket);
  socket.emit('session:ending');
  if (current()) await renewed.promise;
  return tokens;
}

test('a socket signs in with the token of this moment, and with none where nobody is signed in', (t) => {
  const given: string[] = [];
  let token: string | undefined = 'first';
  const { socketAuth } = createLiveToken({ current: () => token, renew: async () => false });

  socketAuth((auth) => given.push(auth.token));
  token = undefined;
  socketAuth((auth) => given.push(auth.token));

  t.deepEqual(given, ['first', '']);
});

test('a socket whose token is about to run out goes on with the next one', async (t) => {
  let token = 'first';
  const tokens = await renewedWith(
    () => token,
    async (used) => {
      token = `after ${used}`;
      return true;
    },
  );

  t.deepEqual(tokens, ['after first']);
});

test('a socket is told nothing where the token could not be renewed, or nobody is signed in', async (t) => {
  t.deepEqual(
    await renewedWith(
      () => 'first',
      async () => false,
    ),
    [],
  );
  t.deepEqual(
    await renewedWith(
      () => undefined,
      async () => true,
    ),
    [],
  );
});

import test from 'ava';
import { createRefresher, type TokenPair } from '../../kit/web/refresher.ts';

/** Tabs of one browser: one storage, one lock, each its own refresher. */
function browser(exchange: (refreshToken: string) => Promise<TokenPair | null>) {
  const storage: { tokens: TokenPair | null } = { tokens: { token: 't1', refreshToken: 'r1' } };
  let line: Promise<unknown> = Promise.resolve();
  const tab = () =>
    createRefresher({
      read: () => storage.tokens,
      exchange,
      save: (tokens) => {
        storage.tokens = tokens;
      },
      end: () => {
        storage.tokens = null;
      },
      exclusively: (work) => {
        const turn = line.then(work);
        line = turn.catch(() => undefined);
        return turn;
      },
    });
  return { storage, tab };
}

test('many calls of many tabs that fail with one token use its refresh token once', async (t) => {
  const used: string[] = [];
  const { storage, tab } = browser(async (refreshToken) => {
    used.push(refreshToken);
    return { token: 't2', refreshToken: 'r2' };
  });
  const [one, two] = [tab(), tab()];

  t.deepEqual(await Promise.all([one('t1'), two('t1'), one('t1'), two('t1')]), [true, true, true, true]);

  t.deepEqual(used, ['r1']);
  t.deepEqual(storage.tokens, { token: 't2', refreshToken: 'r2' });
});

test('a refused refresh token ends the session', async (t) => {
  const { storage, tab } = browser(async () => null);

  t.false(await tab()('t1'));

  t.is(storage.tokens, null);
});

test('a server that does not answer ends nothing', async (t) => {
  const { storage, tab } = browser(() => Promise.reject(new Error('offline')));

  t.false(await tab()('t1'));

  t.deepEqual(storage.tokens, { token: 't1', refreshToken: 'r1' });
});

test('whoever is signed out already gets nothing', async (t) => {
  const { storage, tab } = browser(async () => t.fail() as never);
  storage.tokens = null;

  t.false(await tab()('t1'));
});

test('a refused refresh signs nobody out who has signed in anew meanwhile', async (t) => {
  const { storage, tab } = browser(async () => {
    storage.tokens = { token: 't9', refreshToken: 'r9' };
    return null;
  });

  t.true(await tab()('t1'));

  t.deepEqual(storage.tokens, { token: 't9', refreshToken: 'r9' });
});

import test from 'ava';
import { createRefresher, type TokenPair } from '../../kit/web/refresher.ts';

/** Tabs of one browser: one storage, one lock, each with its own refresher. */
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

for (const [what, meanwhile] of [
  ['somebody else has signed in', { token: 't9', refreshToken: 'r9' }],
  ['the person has signed out', null],
] as const) {
  test(`tokens that come after ${what} in another tab are not kept`, async (t) => {
    const { storage, tab } = browser(async () => {
      storage.tokens = meanwhile;
      return { token: 't2', refreshToken: 'r2' };
    });

    t.is(await tab()('t1'), meanwhile !== null);

    t.deepEqual(storage.tokens, meanwhile);
  });
}

test.serial("only the server's own word on the token ends the sign-in", async (t) => {
  const answers: [status: number, body: string, ends: boolean][] = [
    [403, '<html>Оплатите доступ</html>', false],
    [401, '<html>Войдите в сеть кафе</html>', false],
    [403, JSON.stringify({ error: 'Заведение приостановлено', code: 'tenant_suspended' }), false],
    [404, JSON.stringify({ error: 'Такого заведения нет', code: 'tenant_not_found' }), false],
    [429, JSON.stringify({ error: 'Подождите', code: 'too_many' }), false],
    [401, JSON.stringify({ error: 'Вход устарел', code: 'session_ended' }), true],
    [403, JSON.stringify({ error: 'Учётная запись заблокирована', code: 'blocked' }), true],
  ];
  const { fetch } = globalThis;
  t.teardown(() => {
    globalThis.fetch = fetch;
  });
  for (const [status, body, ends] of answers) {
    globalThis.fetch = async () => new Response(body, { status });
    let isEnded = false;
    const refresh = createRefresher({
      read: () => (isEnded ? null : { token: 't1', refreshToken: 'r1' }),
      save: () => t.fail(),
      end: () => {
        isEnded = true;
      },
      exclusively: (work) => work(),
    });

    t.false(await refresh('t1'));

    t.is(isEnded, ends, body);
  }
});

import test from 'ava';
import { ApiError, createApiClient } from '../../kit/web/api-client.ts';

interface Call {
  url: string;
  authorization: string | null;
  body: unknown;
}

/** A server that gives the answers in order and records the requests. */
function serverWith(...answers: [status: number, body: unknown][]) {
  const calls: Call[] = [];
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    calls.push({ url: String(input), authorization: headers.get('authorization'), body: init?.body });
    const [status, body] = answers.shift() ?? [500, {}];
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { calls, send };
}

test('a call carries the token and comes back unwrapped to the body', async (t) => {
  const { calls, send } = serverWith([200, { success: true, plans: [] }]);
  const client = createApiClient({ base: '/api', getToken: () => 'token', fetch: send });

  t.deepEqual(await client.post('/x', { a: 1 }), { success: true, plans: [] });

  t.deepEqual(calls, [{ url: '/api/x', authorization: 'Bearer token', body: '{"a":1}' }]);
});

test('a failure carries its status, code, words and field errors', async (t) => {
  const failure = { success: false, error: 'Проверьте поля', code: 'invalid', errors: { email: 'Email обязателен' } };
  const { send } = serverWith([400, failure]);
  const client = createApiClient({ base: '', getToken: () => null, fetch: send });

  const error = await t.throwsAsync(client.get('/x'), { instanceOf: ApiError });

  t.is(error?.status, 400);
  t.is(error?.code, 'invalid');
  t.is(error?.message, 'Проверьте поля');
  t.deepEqual(error?.errors, { email: 'Email обязателен' });
});

test('an answer that was cut off, or is no JSON, is no answer', async (t) => {
  const { send } = serverWith([200, '{"success":tr'], [200, '<html>Wi-Fi</html>']);
  const client = createApiClient({ base: '', getToken: () => null, fetch: send });

  for (let time = 0; time < 2; time += 1) {
    const error = await t.throwsAsync(client.get('/x'), { instanceOf: ApiError });
    t.like(error, { status: 0, code: 'offline', message: 'Нет связи с сервером. Проверьте интернет и повторите' });
  }
});

test('a failure without words of its own is explained', async (t) => {
  const { send } = serverWith([502, '<html>']);
  const client = createApiClient({ base: '', getToken: () => null, fetch: send });

  const error = await t.throwsAsync(client.get('/x'), { instanceOf: ApiError });

  t.is(error?.message, 'Сервис временно не отвечает. Повторите через минуту');
});

test('a server that cannot be reached is no answer, status 0', async (t) => {
  const client = createApiClient({ base: '', getToken: () => null, fetch: () => Promise.reject(new TypeError('x')) });

  const error = await t.throwsAsync(client.get('/x'), { instanceOf: ApiError });

  t.deepEqual([error?.status, error?.code], [0, 'offline']);
});

test('a 401 is sent once more with the new token, and only once', async (t) => {
  const { calls, send } = serverWith([401, {}], [401, { error: 'Войдите' }], [200, {}]);
  let token = 'old';
  const client = createApiClient({
    base: '',
    getToken: () => token,
    onUnauthorized: () => {
      token = 'new';
      return true;
    },
    fetch: send,
  });

  await t.throwsAsync(client.get('/x'), { message: 'Войдите' });

  t.deepEqual(
    calls.map(({ authorization }) => authorization),
    ['Bearer old', 'Bearer new'],
  );
});

test('what one person asked for is not sent again as another who signed in meanwhile', async (t) => {
  const { calls, send } = serverWith([401, { error: 'Вход устарел' }], [200, {}]);
  let signedIn = { token: 'of Anna', id: 1 };
  const client = createApiClient({
    base: '',
    getToken: () => signedIn.token,
    getOwner: () => signedIn.id,
    onUnauthorized: () => {
      signedIn = { token: 'of Boris', id: 2 };
      return true;
    },
    fetch: send,
  });

  await t.throwsAsync(client.post('/changes', {}), { message: 'Вход устарел' });

  t.is(calls.length, 1);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import type { NewMessageBody } from '@ostatok/api/src/sandbox/max/protocol.ts';
import test, { type ExecutionContext } from 'ava';
import { makeCertificate } from '../support/ingress/certificates.ts';
import { startMaxServer } from '../support/max/max-server.ts';
import type { MaxServerOptions } from '../support/max/server-types.ts';
import { until } from '../support/run/until.ts';

/** The fields of answers that these tests look at. */
interface Body {
  code?: string;
  message?: unknown;
  success?: boolean;
  marker?: number;
  updates?: { update_type: string }[];
  subscriptions?: { url: string }[];
  token?: string;
  url?: string;
}

/** A platform with a bot that Анна has started, and the bot's client. */
async function startGround(t: ExecutionContext, options: MaxServerOptions = {}) {
  const max = await startMaxServer({ plainWebhooks: true, ...options });
  t.teardown(() => max.close());
  const bot = max.bot();
  const anna = max.person({ first_name: 'Анна' });
  max.start(bot, anna);
  async function call(method: string, path: string, body?: object, token = bot.token) {
    const response = await fetch(max.url + path, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const raw = await response.text();
    return { status: response.status, raw, body: JSON.parse(raw) as Body };
  }
  const send = (body: NewMessageBody, token?: string) => call('POST', `/messages?user_id=${anna.user_id}`, body, token);
  async function sendOne(body: NewMessageBody): Promise<string> {
    await send(body);
    return max.sent(bot, anna).at(-1)?.mid ?? '';
  }
  async function upload(bytes: string, name = 'a.txt'): Promise<string> {
    const { body: offer } = await call('POST', '/uploads?type=file');
    const form = new FormData();
    form.append('data', new File([bytes], name));
    const response = await fetch(offer.url ?? '', { method: 'POST', body: form });
    return ((await response.json()) as Body).token ?? '';
  }
  return { max, bot, anna, call, send, sendOne, upload };
}

const keyboard = (...rows: string[][]): NewMessageBody['attachments'] => [
  {
    type: 'inline_keyboard',
    payload: { buttons: rows.map((row) => row.map((name) => ({ type: 'callback', text: name, payload: name }))) },
  },
];
const typesOf = (body: Body) => body.updates?.map(({ update_type }) => update_type);

/** A bot's webhook. It answers with the statuses in turn, then 200. */
async function startHook(t: ExecutionContext, statuses: number[] = []) {
  const received: { type: string; text: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (req, res) => {
    const event = (await json(req)) as { update_type: string; message?: { body: { text: string } } };
    received.push({ type: event.update_type, text: event.message?.body.text, headers: req.headers });
    res.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/max/1`, received };
}

test('a token goes in the header, bare, and nowhere else', async (t) => {
  const { max, bot, call } = await startGround(t);

  const answers = [
    await call('GET', '/me', undefined, `Bearer ${bot.token}`),
    await call('GET', `/me?access_token=${bot.token}`, undefined, ''),
    await call('GET', `/me?access_token=${bot.token}`),
  ];
  const me = await call('GET', '/me');

  t.deepEqual(
    answers.map(({ status, body }) => [status, body.code]),
    [1, 2, 3].map(() => [401, 'verify.token']),
  );
  t.deepEqual(max.leakedTokens, ['/me', '/me']);
  t.like(me, { status: 200, body: { user_id: bot.user_id, username: bot.username, is_bot: true } });
  t.false(me.raw.includes(bot.token));
  t.is((await call('GET', '/chats')).status, 404);
  t.is((await call('PATCH', '/me')).status, 405);
  const { token } = max.reissue(bot);
  t.is((await call('GET', '/me')).status, 401);
  t.is((await call('GET', '/me', undefined, token)).status, 200);
  max.revoke(bot);
  t.is((await call('GET', '/me', undefined, token)).status, 401);
});

test('events wait to be polled, twice a second, and a marker commits those before it', async (t) => {
  const { max, bot, anna, call } = await startGround(t, { limitWindowMs: 60_000 });
  const cat = max.write(bot, anna, 'Кот');

  const first = await call('GET', '/updates?limit=1&timeout=0');
  const rest = await call('GET', `/updates?timeout=30&marker=${first.body.marker}`);

  t.deepEqual(typesOf(first.body), ['bot_started']);
  t.deepEqual(typesOf(rest.body), ['message_created']);
  t.true(rest.raw.includes(`"mid":"${cat}"`));
  t.regex(rest.raw, /"seq":\d{18},/);
  t.notRegex(rest.raw, /username/);
  t.is((await call('GET', '/updates')).status, 429);
  t.like(max.tooManyRequests, [{ limit: 'polls', path: '/updates' }]);
});

test('a poll waits for an event, of its types only', async (t) => {
  const { max, bot, anna, call } = await startGround(t);
  const poll = call('GET', '/updates?timeout=30&types=message_edited,message_callback');
  await until(() => max.requests.length === 1, 'the poll');

  const mid = max.write(bot, anna, 'Кот');
  max.edit(bot, anna, mid, 'Кит');
  const { body, raw } = await poll;

  t.deepEqual(typesOf(body), ['message_edited']);
  t.true(raw.includes('Кит'));
});

test('what breaks the schema is refused, and a person who has not started the bot or has stopped it gets nothing', async (t) => {
  const { max, bot, anna, send } = await startGround(t, { limitWindowMs: 0 });
  const link = { type: 'link', text: 'a', url: 'https://a' } as const;
  const rows = (row: object[], count = 1) =>
    [{ type: 'inline_keyboard', payload: { buttons: Array(count).fill(row) } }] as NewMessageBody['attachments'];
  const button = { type: 'callback', text: 'a', payload: 'a' };
  const bodies: NewMessageBody[] = [
    {},
    { text: 'а'.repeat(4001) },
    { text: 'a', attachments: rows([button], 31) },
    { text: 'a', attachments: rows(Array(8).fill(button)) },
    { text: 'a', attachments: rows([link, button, button, button]) },
    { text: 'a', attachments: rows([{ ...button, payload: 'a'.repeat(1025) }]) },
    { text: 'a', attachments: rows([{ ...button, text: 'a'.repeat(129) }]) },
    { text: 'a', attachments: [{ type: 'file', payload: { token: 'unknown' } }] },
  ];

  for (const body of bodies) t.like(await send(body), { status: 400, body: { code: 'proto.payload' } });
  t.is((await send({ text: 'а'.repeat(4000), attachments: rows(Array(7).fill(button), 30) })).status, 200);
  max.stop(bot, anna);
  t.like(await send({ text: 'a' }), { status: 403, body: { code: 'chat.denied' } });
  t.regex((await send({ text: 'a' })).raw, /Key: error\.dialog\.suspended, args: \[/);
  t.regex((await send({ text: 'a' }, max.bot().token)).raw, /error\.dialog\.notfound/);
});

test('two messages a second go to a dialog, edits and answers among them', async (t) => {
  const { max, bot, anna, call, send, sendOne } = await startGround(t, { limitWindowMs: 60_000 });
  const mid = await sendOne({ text: 'Кот', attachments: keyboard(['да']) });
  const id = max.press(bot, anna, mid, 'да');

  const statuses = [
    (await call('PUT', `/messages?message_id=${mid}`, { text: 'Кит' })).status,
    (await call('POST', `/answers?callback_id=${id}`, { notification: 'Да' })).status,
    (await send({ text: 'Кот' })).status,
  ];

  t.deepEqual(statuses, [200, 429, 429]);
  t.is(max.tooMany, 2);
  t.is(max.sent(bot, anna).length, 1);
});

test('an answer to a press rewrites its message, and the id is the keyboard’s', async (t) => {
  const { max, bot, anna, call, sendOne } = await startGround(t, { limitWindowMs: 0 });
  const mid = await sendOne({ text: 'Кот?', attachments: keyboard(['да', 'нет']) });
  const id = max.press(bot, anna, mid, 'да');

  t.is(max.press(bot, anna, mid, 'нет'), id);
  t.like(await call('POST', `/answers?callback_id=${id}`, {}), { status: 400, body: { code: 'proto.payload' } });
  await call('PUT', `/messages?message_id=${mid}`, { text: 'Кот!' });
  t.is(max.sent(bot, anna)[0]?.keyboard.length, 1);
  await call('POST', `/answers?callback_id=${id}`, {
    message: { text: 'Да', attachments: [] },
    notification: 'Готово',
  });

  t.like(max.sent(bot, anna)[0], { text: 'Да', keyboard: [], editedAt: { length: 2 } });
  t.deepEqual(
    max.toasts(bot, anna).map(({ text: shown }) => shown),
    ['Готово'],
  );
  t.throws(() => max.press(bot, anna, mid, 'нет'));
  t.is(max.press(bot, anna, mid, 'нет', { stale: true }), id);
});

test('a start passes the payload of its link, an answer its message, and HTML becomes text and markup', async (t) => {
  const { max, bot, anna, call, send } = await startGround(t);
  max.start(bot, anna, 'а'.repeat(128));
  max.start(bot, anna, 'б'.repeat(129));
  max.repeatsStart = false;
  max.start(bot, anna, 'в');
  await send({ text: 'Это <code>А &amp; Б</code>', format: 'html' });
  max.write(bot, anna, '5', { replyTo: max.sent(bot, anna)[0]?.mid });

  const { raw, body } = await call('GET', '/updates?timeout=0');

  t.deepEqual(typesOf(body), ['bot_started', 'bot_started', 'bot_started', 'message_created']);
  t.deepEqual([/а{128}/.test(raw), raw.includes('ббб')], [true, false]);
  t.regex(
    raw,
    /"link":{"type":"reply","message":{"mid":"[^"]+","seq":\d+,"text":"Это А & Б","markup":\[{"type":"monospaced","from":4,"length":5}\]}/,
  );
  t.is(max.sent(bot, anna)[0]?.text, 'Это А & Б');
});

test('only own messages are edited, and those without a keyboard for seven days', async (t) => {
  const { max, bot, anna, call, sendOne } = await startGround(t, { limitWindowMs: 0 });
  const mids = [
    max.write(bot, anna, 'Кот'),
    await sendOne({ text: 'Кит' }),
    await sendOne({ text: 'Кит', attachments: keyboard(['да']) }),
  ];
  for (const mid of mids) max.age(mid, 8 * 24 * 3600 * 1000);

  const outcomes = [];
  for (const mid of mids) outcomes.push((await call('PUT', `/messages?message_id=${mid}`, { text: 'Б' })).body.success);

  t.deepEqual(outcomes, [false, false, true]);
});

test('an upload is attached when it is ready, alone, and a download expires', async (t) => {
  const { max, bot, anna, call, send, upload } = await startGround(t, { limitWindowMs: 0 });
  max.notReadyTries = 2;
  const file = { type: 'file', payload: { token: await upload('остатки', 'a.xlsx') } };
  const mid = max.write(bot, anna, '', {
    files: [{ name: 'b.csv', bytes: Buffer.from('б') }],
    images: [Buffer.from('в')],
  });

  t.is((await send({ attachments: [file, ...(keyboard(['да']) ?? [])] })).body.code, 'proto.payload');
  const codes = [await send({ attachments: [file] }), await send({ attachments: [file] })].map(({ body }) => body.code);
  t.deepEqual(codes, ['attachment.not.ready', 'attachment.not.ready']);
  t.is((await send({ attachments: [file] })).status, 200);
  const [sent] = max.sent(bot, anna)[0]?.attachments ?? [];
  t.deepEqual([sent?.name, sent?.bytes.toString()], ['a.xlsx', 'остатки']);

  const urls = async () =>
    [...(await call('GET', `/messages/${mid}`)).raw.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
  const download = async (url = '') => (await fetch(url)).text();
  const [image, csv] = await urls();
  t.deepEqual([await download(image), await download(csv)], ['в', 'б']);
  max.expireDownloads();
  t.is((await fetch(csv ?? '')).status, 404);
  t.is(await download((await urls())[1]), 'б');
  t.deepEqual(max.leakedTokens, []);
});

test('a webhook is checked when it is subscribed, and ends the polls', async (t) => {
  const { call, max, bot } = await startGround(t, { plainWebhooks: false });
  const subscribe = (url: string, secret = 'secret') => call('POST', '/subscriptions', { url, secret });

  t.is((await subscribe('http://a.example/max')).body.success, false);
  t.is((await subscribe('https://a.example:8443/max')).body.success, false);
  t.is((await subscribe('https://a.example/max', 'a secret')).status, 400);
  for (const url of ['https://a.example/max', 'https://b.example/max']) t.true((await subscribe(url)).body.success);
  t.is((await call('GET', '/subscriptions')).body.subscriptions?.length, 2);
  t.is((await call('GET', '/updates')).status, 405);
  t.true((await call('DELETE', `/subscriptions?url=${encodeURIComponent('https://a.example/max')}`)).body.success);
  t.is(max.subscriptions(bot).length, 1);
  max.loseSubscriptions(bot);
  t.deepEqual((await call('GET', '/subscriptions')).body.subscriptions, []);
});

test('an event is posted with the secret, again until it is answered 200', async (t) => {
  const { max, bot, anna, call } = await startGround(t, { timeScale: 1000 });
  const { url, received } = await startHook(t, [503, 201]);
  await call('POST', '/subscriptions', { url, secret: 'secret', update_types: ['message_created'] });

  const mid = max.write(bot, anna, 'Кот');
  max.edit(bot, anna, mid, 'Кит');
  await until(() => received.length === 3, 'the retries');
  await until(() => max.waiting(bot).length === 2, 'the confirmation');

  t.true(received.every(({ headers }) => headers['x-max-bot-api-secret'] === 'secret'));
  t.deepEqual(
    max.attempts.map(({ status, retry, type }) => [status, retry, type]),
    [
      [503, 0, 'message_created'],
      [201, 1, 'message_created'],
      [200, 2, 'message_created'],
    ],
  );
  t.is(await max.forge(url, { update_type: 'message_created', timestamp: 1 }, 'wrong'), 200);
  t.is(received.at(-1)?.headers['x-max-bot-api-secret'], 'wrong');
});

test('a webhook that never succeeds loses its subscription, and its events can be polled', async (t) => {
  const { max, bot, anna, call } = await startGround(t, { timeScale: 100_000 });
  const { url } = await startHook(t, Array(1000).fill(500));
  await call('POST', '/subscriptions', { url });

  max.write(bot, anna, 'Кот');
  await until(() => max.subscriptions(bot).length === 0, 'the removal');

  t.deepEqual(typesOf((await call('GET', '/updates?timeout=0')).body), ['bot_started', 'message_created']);
});

test('webhooks are held, repeated and reordered on demand', async (t) => {
  const { max, bot, anna, call } = await startGround(t);
  const { url, received } = await startHook(t);
  await call('POST', '/subscriptions', { url });
  Object.assign(max.webhooks, { hold: true, repeat: 2 });

  for (const name of ['а', 'б']) max.write(bot, anna, name);
  t.is(max.held(), 4);
  max.releaseHeld([2, 0]);
  await until(() => received.length === 2, 'two events');
  max.releaseHeld();
  await until(() => received.length === 4, 'the rest');

  t.deepEqual(
    received.map(({ text: sent }) => sent),
    ['б', 'а', 'а', 'б'],
  );
});

test('while the platform is down nothing passes, and afterwards everything does', async (t) => {
  const { max, bot, anna, call } = await startGround(t);
  const { url, received } = await startHook(t);
  await call('POST', '/subscriptions', { url });
  max.down = true;

  await t.throwsAsync(call('GET', '/me'));
  max.write(bot, anna, 'Кот');
  await until(() => max.attempts.length === 1, 'an attempt in vain');
  t.is(received.length, 0);
  max.down = false;
  max.retryNow();
  await until(() => received.length === 1, 'the retry');
  t.is((await call('GET', '/me')).status, 200);
});

test('a request is replaced before it is carried out, or its answer after it was', async (t) => {
  const { max, bot, anna, call, send } = await startGround(t);
  max.interfere = ({ path }) => (path === '/me' ? { status: 503, body: { code: 'a', message: 'b' } } : undefined);
  max.afterwards = ({ path }) => (path === '/messages' ? 'cut' : undefined);

  t.is((await call('GET', '/me')).body.code, 'a');
  await t.throwsAsync(send({ text: 'Кот' }));
  t.is(max.sent(bot, anna)[0]?.text, 'Кот');
});

test('it speaks HTTPS with a given certificate', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-max-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const paths = await makeCertificate(folder, ['127.0.0.1']);
  const [key, cert] = await Promise.all([readFile(paths.key), readFile(paths.certificate)]);
  const max = await startMaxServer({ tls: { key, cert } });
  t.teardown(() => max.close());

  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: max.bot({ first_name: 'Бар' }).token };
    requestHttps(`${max.url}/me`, { ca: cert, headers, agent: false }, (res) => resolve(text(res)))
      .on('error', reject)
      .end();
  });

  t.regex(answer, /"first_name":"Бар"/);
});

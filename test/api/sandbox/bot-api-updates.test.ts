import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { createSignals } from '../../../api/src/sandbox/signals.ts';
import { until } from '../../support/run/until.ts';
import { newChat, sandbox, setUpSandbox } from '../../support/sandbox/bot-api-chats.ts';
import { serveSandbox, startSandbox } from '../../support/sandbox/sandbox.ts';

setUpSandbox();

/** Returns a function that resolves once per poll that begins to wait. */
async function listenForPolls(t: ExecutionContext, botId: number): Promise<() => Promise<void>> {
  const signals = createSignals(sandbox.db);
  t.teardown(() => signals.stop());
  let begun = 0;
  let awaited = 0;
  await signals.listen((signal) => {
    if (signal.type === 'poll' && signal.botId === botId) begun += 1;
  });
  return async () => {
    awaited += 1;
    while (begun < awaited) await new Promise((resolve) => setTimeout(resolve, 5));
  };
}

test('a long poll wakes at once when a message arrives, also in another process', async (t) => {
  const { bot, call, path } = await newChat({ started: false });
  const other = await serveSandbox(sandbox.databaseUrl, sandbox.home);
  t.teardown(() => other.stop());
  const pollBegins = await listenForPolls(t, bot.id);
  for (const asked of [call, (method: string, params: unknown) => other.bot(bot.token, method, params)]) {
    await call('getUpdates', { offset: -1 });
    const poll = asked('getUpdates', { timeout: 50, offset: 0 }).then(({ body }) => ({ body, at: performance.now() }));
    await pollBegins();
    const written = performance.now();
    await sandbox.page(`${path}/messages`, { text: '+1' });
    const { body, at } = await poll;
    t.is(body.result.at(-1).message.text, '+1');
    // otherwise it would be the end of the poll, fifty seconds after its beginning
    t.true(at - written < 40_000, `woke after ${at - written} ms`);
    await call('getUpdates', { offset: body.result.at(-1).update_id + 1 });
  }
});

test('a long poll gets what was written while nobody could be told of it', async (t) => {
  const own = await startSandbox();
  t.teardown(() => own.stop());
  const bot = await own.sandbox.createBot('Бар');
  const person = await own.sandbox.chat.createPerson({ first_name: 'Анна' });
  const listening = () => own.db('pg_stat_activity').whereRaw(`datname = current_database() and query like 'listen %'`);
  const poll = own.bot(bot.token, 'getUpdates', { timeout: 50 }).then(({ body }) => ({ body, at: performance.now() }));
  await until(async () => (await listening()).length === 1, 'the poll listens');

  await listening().select(own.db.raw('pg_terminate_backend(pid)'));
  await until(async () => (await listening()).length === 0, 'the connection is lost');
  const written = performance.now();
  await own.sandbox.chat.write(bot.id, person.id, '+1');

  const { body, at } = await poll;
  t.is(body.result.at(-1).message.text, '+1');
  // otherwise it would be the end of the poll, fifty seconds after its beginning
  t.true(at - written < 40_000, `woke after ${at - written} ms`);
});

// it counts the process's timers, so no other test of the file runs meanwhile
test.serial('a poll that is answered or left leaves no timer behind', async (t) => {
  const { bot, call, path } = await newChat({ started: false });
  const pollBegins = await listenForPolls(t, bot.id);
  const SECONDS = 47;
  const pending = new Set<unknown>();
  const { setTimeout: begin, clearTimeout: clear } = globalThis;
  t.teardown(() => Object.assign(globalThis, { setTimeout: begin, clearTimeout: clear }));
  globalThis.setTimeout = Object.assign((act: () => void, ms?: number, ...rest: []) => {
    const timer = begin(act, ms, ...rest);
    // what is left of the poll's time when it waits anew is a little less
    if (ms !== undefined && ms > (SECONDS - 10) * 1000 && ms <= SECONDS * 1000) pending.add(timer);
    return timer;
  }, begin);
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    clear(timer);
  };

  const answered = call('getUpdates', { timeout: SECONDS });
  await pollBegins();
  t.is(pending.size, 1);
  await sandbox.page(`${path}/messages`, { text: '+1' });
  const { body } = await answered;
  t.is(pending.size, 0);

  const leaving = new AbortController();
  const offset = body.result.at(-1).update_id + 1;
  const url = `${sandbox.apiRoot}/bot${bot.token}/getUpdates?timeout=${SECONDS}&offset=${offset}`;
  const left = fetch(url, { signal: leaving.signal }).catch(() => 'left');
  await pollBegins();
  leaving.abort();
  t.is(await left, 'left');
  await until(() => pending.size === 0, 'the timer of the poll that was left is cleared');
});

test('a second poll ends the first with 409', async (t) => {
  const { bot, call } = await newChat({ started: false });
  const other = await serveSandbox(sandbox.databaseUrl, sandbox.home);
  t.teardown(() => other.stop());
  const pollBegins = await listenForPolls(t, bot.id);
  const first = call('getUpdates', { timeout: 20 });
  await pollBegins();
  const second = other.bot(bot.token, 'getUpdates', { timeout: 20 });
  await pollBegins();
  t.like(await first, { status: 409, body: { ok: false, error_code: 409 } });
  const third = call('getUpdates', { timeout: 1 });
  t.is((await second).status, 409);
  t.is((await third).status, 200);
});

test('a webhook gets each update in order with its secret, a refused one again', async (t) => {
  const { call, path } = await newChat();
  const got: { text: string; secret: unknown }[] = [];
  let refusals = 2;
  const server = createServer(async (req, res) => {
    const { message } = (await json(req)) as { message: { text: string } };
    if (refusals-- > 0) return res.writeHead(503).end();
    got.push({ text: message.text, secret: req.headers['x-telegram-bot-api-secret-token'] });
    return res.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  t.is((await call('setWebhook', { url, secret_token: 'се' })).status, 400);
  t.true((await call('setWebhook', { url, secret_token: 'secret' })).body.result);
  t.like(await call('getUpdates'), { status: 409 });
  for (const text of ['1', '2', '3']) await sandbox.page(`${path}/messages`, { text });
  const deadline = Date.now() + 60_000;
  while (got.length < 4 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  t.deepEqual(
    got,
    ['/start', '1', '2', '3'].map((text) => ({ text, secret: 'secret' })),
  );
  t.is((await call('getWebhookInfo')).body.result.pending_update_count, 0);
  await call('deleteWebhook');
  t.deepEqual((await call('getUpdates')).body.result, []);
});

test('a webhook is refused where the platform itself is not, also one that was set before', async (t) => {
  const shut = await startSandbox((url) => url.startsWith('http://platform/'));
  t.teardown(() => shut.stop());
  const bot = await shut.sandbox.createBot('Бар');
  const person = await shut.sandbox.chat.createPerson({ first_name: 'Анна' });
  const refused = await shut.bot(bot.token, 'setWebhook', { url: 'http://127.0.0.1:5432/' });
  t.like(refused, { status: 400, body: { ok: false } });

  let asked = 0;
  const server = createServer((_req, res) => {
    asked += 1;
    res.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await shut.db('sandbox_bots').where({ id: bot.id }).update({ webhook_url: url });
  await shut.sandbox.chat.write(bot.id, person.id, 'Джемесон +1');
  await shut.sandbox.start();
  const lastError = async () => (await shut.bot(bot.token, 'getWebhookInfo')).body.result.last_error_message;
  await until(async () => (await lastError())?.includes('not allowed'), 'the refusal is told');
  t.is(asked, 0);
});

test('the page hears of messages, edits and answers as they happen', async (t) => {
  const { call, path, person } = await newChat();
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  const stream = await fetch(`${sandbox.url}/api/events`, { signal: abort.signal });
  const reader = (stream.body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const receive = async (text: string): Promise<void> => {
    while (!received.includes(text)) received += (await reader.read()).value ?? '';
  };
  await sandbox.page(`${path}/messages`, { text: 'Джемесон +1' });
  await call('sendMessage', { chat_id: person.id, text: 'Готово' });
  // an event carries the message as it is when it is read: a message edited at once may never appear in its first form
  await receive('Готово');
  await call('editMessageText', { chat_id: person.id, message_id: 3, text: 'Отменено вами' });
  await receive('Отменено вами');
  for (const text of ['Джемесон +1', 'Готово', '"edit_date"']) t.true(received.includes(text), text);
});

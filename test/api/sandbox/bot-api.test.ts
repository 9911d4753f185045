import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { SandboxMessage } from '../../../api/contract/sandbox.ts';
import { createSignals } from '../../../api/src/sandbox/signals.ts';
import { serveSandbox, startSandbox } from '../../support/sandbox.ts';
import { until } from '../../support/until.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
test.before(async () => {
  sandbox = await startSandbox();
});
test.after.always(() => sandbox.stop());

let chats = 0;
/** A new bot and a new user, who has sent `/start` unless disabled. */
async function newChat({ started = true } = {}) {
  chats += 1;
  const username = `anna_${chats}`;
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна', username });
  const path = `/chats/${bot.id}/${person.id}`;
  if (started) await sandbox.page(`${path}/messages`, { text: '/start' });
  const call = (method: string, params: unknown = {}) => sandbox.bot(bot.token, method, params);
  return { bot, person, path, call };
}

test('an unknown token is answered 401 in the Bot API shape', async (t) => {
  t.deepEqual(await sandbox.bot('1:AAAA', 'getMe'), {
    status: 401,
    body: { ok: false, error_code: 401, description: 'Unauthorized' },
  });
});

test('getMe introduces the bot, in any case of the method and by GET too', async (t) => {
  const { bot } = await newChat();
  const reply = await (await fetch(`${sandbox.apiRoot}/bot${bot.token}/getme`)).json();
  t.like(reply, { ok: true, result: { id: bot.id, is_bot: true, first_name: 'Бар', username: bot.username } });
});

test('a method that is not there is answered 404', async (t) => {
  const { call } = await newChat();
  t.is((await call('sendRocket')).body.description, 'Not Found');
});

test('a written message comes as an update until a higher offset confirms it', async (t) => {
  const { call, path, person } = await newChat();
  await sandbox.page(`${path}/messages`, { text: 'Джемесон +0,7' });
  const first = (await call('getUpdates')).body.result;
  t.deepEqual(
    first.map((update: { message: { text: string } }) => update.message.text),
    ['/start', 'Джемесон +0,7'],
  );
  t.like(first[0], {
    message: { from: { id: person.id, is_bot: false }, chat: { id: person.id, type: 'private' }, message_id: 1 },
  });
  t.deepEqual(first[0].message.entities, [{ type: 'bot_command', offset: 0, length: 6 }]);
  t.deepEqual((await call('getUpdates')).body.result, first);
  t.is(first[1].update_id, first[0].update_id + 1);
  t.deepEqual((await call('getUpdates', { offset: first[1].update_id })).body.result, [first[1]]);
  t.deepEqual((await call('getUpdates', { offset: first[1].update_id + 1 })).body.result, []);
  t.deepEqual((await call('getUpdates')).body.result, []);
});

/** Returns a function that resolves once per poll that begins to wait. */
async function hearPolls(t: ExecutionContext, botId: number): Promise<() => Promise<void>> {
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
  const pollBegins = await hearPolls(t, bot.id);
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

test('a second poll ends the first with 409', async (t) => {
  const { bot, call } = await newChat({ started: false });
  const other = await serveSandbox(sandbox.databaseUrl, sandbox.home);
  t.teardown(() => other.stop());
  const pollBegins = await hearPolls(t, bot.id);
  const first = call('getUpdates', { timeout: 20 });
  await pollBegins();
  const second = other.bot(bot.token, 'getUpdates', { timeout: 20 });
  await pollBegins();
  t.like(await first, { status: 409, body: { ok: false, error_code: 409 } });
  const third = call('getUpdates', { timeout: 1 });
  t.is((await second).status, 409);
  t.is((await third).status, 200);
});

test('answers and edits are stored as sent; an edit that changes nothing is refused', async (t) => {
  const { call, path, person } = await newChat();
  const reply_markup = { inline_keyboard: [[{ text: 'Отменить', callback_data: 'undo:1' }]] };
  const sent = await call('sendMessage', {
    chat_id: person.id,
    text: '<b>Джемесон</b>: 1 л',
    parse_mode: 'HTML',
    reply_markup,
  });
  t.like(sent.body.result, { message_id: 2, text: 'Джемесон: 1 л', reply_markup });
  t.deepEqual(sent.body.result.entities, [{ type: 'bold', offset: 0, length: 8 }]);

  const edit = { chat_id: person.id, message_id: 2, text: 'Джемесон: 2 л' };
  t.is((await call('editMessageText', edit)).body.result.text, 'Джемесон: 2 л');
  const again = await call('editMessageText', edit);
  t.is(again.status, 400);
  t.regex(again.body.description, /^Bad Request: message is not modified/);
  t.is(
    (await call('editMessageText', { ...edit, message_id: 99 })).body.description,
    'Bad Request: message to edit not found',
  );

  const { messages } = (await sandbox.page(`${path}/messages`)).body;
  t.like(messages[1], { message_id: 2, from_bot: true, text: 'Джемесон: 2 л' });
  t.true((await call('deleteMessage', { chat_id: person.id, message_id: 2 })).body.result);
  t.is((await sandbox.page(`${path}/messages`)).body.messages.length, 1);
});

const refusals: [string, object, number, string][] = [
  ['an empty text', { text: ' ' }, 400, 'Bad Request: message text is empty'],
  ['4097 characters', { text: 'я'.repeat(4097) }, 400, 'Bad Request: message is too long'],
  ['an unknown chat', { chat_id: 7, text: 'x' }, 400, 'Bad Request: chat not found'],
  [
    'button data over 64 bytes',
    { text: 'x', reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'я'.repeat(33) }]] } },
    400,
    'Bad Request: BUTTON_DATA_INVALID',
  ],
];
for (const [what, params, status, description] of refusals) {
  test(`sendMessage refuses ${what}`, async (t) => {
    const { call, person } = await newChat();
    const reply = await call('sendMessage', { chat_id: person.id, ...params });
    t.like(reply, { status, body: { ok: false, description } });
  });
}

test('a bot may not write first, nor to whoever blocked it', async (t) => {
  const { call, path, person } = await newChat({ started: false });
  const message = { chat_id: person.id, text: 'x' };
  t.is((await call('sendMessage', message)).body.description, 'Bad Request: chat not found');
  await sandbox.page(`${path}/messages`, { text: '/start' });
  t.is((await call('sendMessage', message)).status, 200);
  await sandbox.page(`${path}/block`, { blocked: true });
  t.like(await call('sendMessage', message), {
    status: 403,
    body: { description: 'Forbidden: bot was blocked by the user' },
  });
});

test('a pressed button comes as a callback query, which is answered once', async (t) => {
  const { call, path, person } = await newChat();
  const reply_markup = { inline_keyboard: [[{ text: 'Отменить', callback_data: 'undo:1' }]] };
  await call('sendMessage', { chat_id: person.id, text: 'x', reply_markup });
  t.is((await sandbox.page(`${path}/callback`, { message_id: 2, data: 'other' })).status, 404);
  const { id } = (await sandbox.page(`${path}/callback`, { message_id: 2, data: 'undo:1' })).body;
  const query = (await call('getUpdates')).body.result.at(-1).callback_query;
  t.like(query, { id, data: 'undo:1', from: { id: person.id }, message: { message_id: 2 } });
  t.true((await call('answerCallbackQuery', { callback_query_id: id, text: 'Отменено' })).body.result);
  t.regex((await call('answerCallbackQuery', { callback_query_id: id })).body.description, /query is too old/);
});

test('a document goes both ways with its name and bytes', async (t) => {
  const { bot, call, path, person } = await newChat();
  const form = new FormData();
  form.set('document', new Blob(['цены']), 'прайс.xlsx');
  const response = await fetch(`${sandbox.url}/api${path}/documents`, { method: 'POST', body: form });
  const written = (await response.json()) as { message: SandboxMessage };
  t.is(written.message.document?.file_name, 'прайс.xlsx');
  const { document } = (await call('getUpdates')).body.result.at(-1).message;
  const { file_path } = (await call('getFile', { file_id: document.file_id })).body.result;
  const bytes = await fetch(`${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`);
  t.is(await bytes.text(), 'цены');

  const answer = new FormData();
  answer.set('chat_id', String(person.id));
  answer.set('document', 'attach://report');
  answer.set('report', new Blob(['отчёт']), 'отчёт.xlsx');
  const sent = await fetch(`${sandbox.apiRoot}/bot${bot.token}/sendDocument`, { method: 'POST', body: answer });
  const { result } = (await sent.json()) as { result: { document: { file_id: string; file_name: string } } };
  t.is(result.document.file_name, 'отчёт.xlsx');
  const shown = await fetch(`${sandbox.url}/api/files/${result.document.file_id}`);
  t.is(await shown.text(), 'отчёт');
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');

/** An upload as the page sends it: the parts of a form. */
async function upload(path: string, kind: string, parts: [name: string, value: string | Blob][]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const answer = await fetch(`${sandbox.url}/api${path}/${kind}`, { method: 'POST', body: form });
  return {
    status: answer.status,
    body: (await answer.json()) as { message: SandboxMessage; messages: SandboxMessage[] },
  };
}

test('an answer to a message comes to the bot with the message that it answers', async (t) => {
  const { call, path, person } = await newChat();
  const card = (await call('sendMessage', { chat_id: person.id, text: 'Джемесон' })).body.result;
  const body = { text: '+0,7', reply_to_message_id: card.message_id };
  const { message } = (await sandbox.page(`${path}/messages`, body)).body;
  t.is(message.reply_to_message_id, card.message_id);
  const update = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(update.message, { text: '+0,7', reply_to_message: { message_id: card.message_id, text: 'Джемесон' } });

  await sandbox.page(`${path}/messages/${message.message_id}/edit`, { text: '+0,8' });
  const edited = (await call('getUpdates', { offset: -1 })).body.result[0].edited_message;
  t.like(edited, { text: '+0,8', reply_to_message: { message_id: card.message_id } });
  t.is((await sandbox.page(`${path}/messages`, { text: 'x', reply_to_message_id: 999 })).status, 404);
});

test('photos go to the bot with their caption, several as one album', async (t) => {
  const { bot, call, path } = await newChat();
  const sent = await upload(path, 'photos', [
    ['photo', new Blob([PNG], { type: 'text/html' })],
    ['caption', '+0,7'],
  ]);
  t.is(sent.status, 201);
  const { message } = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(message, { caption: '+0,7', media_group_id: undefined });
  const { file_path } = (await call('getFile', { file_id: message.photo[0].file_id })).body.result;
  const bytes = await (await fetch(`${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`)).arrayBuffer();
  t.deepEqual(Buffer.from(bytes), PNG);

  const album = await upload(path, 'photos', [
    ['photo', new Blob([PNG])],
    ['photo', new Blob([PNG])],
    ['caption', 'два'],
  ]);
  const [first, second] = album.body.messages;
  t.deepEqual([first?.caption, second?.caption], ['два', undefined]);
  t.truthy(first?.media_group_id);
  t.is(first?.media_group_id, second?.media_group_id);
});

test('a caption is changed and taken away as a text is; a text is not taken away', async (t) => {
  const { call, path } = await newChat();
  const { body } = await upload(path, 'photos', [
    ['photo', new Blob([PNG])],
    ['caption', '+0,7'],
  ]);
  const id = body.messages[0]?.message_id;
  const lastUpdate = async () => (await call('getUpdates', { offset: -1 })).body.result[0];
  await sandbox.page(`${path}/messages/${id}/edit`, { text: '+0,8' });
  t.like((await lastUpdate()).edited_message, { message_id: id, caption: '+0,8' });
  await sandbox.page(`${path}/messages/${id}/edit`, { text: '' });
  const { edited_message } = await lastUpdate();
  t.is(edited_message.caption, undefined);
  t.is(edited_message.photo.length, 1);

  t.is((await sandbox.page(`${path}/messages/1/edit`, { text: '' })).status, 400);
  t.is((await sandbox.page(`${path}/messages/${id}/edit`, { text: 'я'.repeat(1025) })).status, 400);
});

test('a voice goes to the bot with its duration', async (t) => {
  const { call, path } = await newChat();
  const voice = new Blob(['opus'], { type: 'audio/webm;codecs=opus' });
  t.is(
    (
      await upload(path, 'voices', [
        ['voice', voice],
        ['duration', '3'],
      ])
    ).status,
    201,
  );
  const { message } = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(message.voice, { duration: 3, mime_type: 'audio/webm', file_size: 4 });
  t.is(
    (
      await upload(path, 'voices', [
        ['voice', voice],
        ['duration', '0'],
      ])
    ).status,
    400,
  );
  t.is((await upload(path, 'voices', [['voice', voice]])).status, 400);
});

test('what is no picture, too large or too many is no photo, and nothing of it is kept', async (t) => {
  const { path } = await newChat();
  const photo = (data: BlobPart): [string, Blob] => ['photo', new Blob([data])];
  t.is((await upload(path, 'photos', [photo('<svg onload="alert(1)">')])).status, 400);
  t.is((await upload(path, 'photos', [photo(PNG), photo('<html>')])).status, 400);
  t.true(
    [400, 413].includes(
      (await upload(path, 'photos', [photo(Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]))])).status,
    ),
  );
  t.true(
    [400, 413].includes(
      (
        await upload(
          path,
          'photos',
          Array.from({ length: 11 }, () => photo(PNG)),
        )
      ).status,
    ),
  );
  t.is((await upload(path, 'photos', [])).status, 400);
  t.is((await sandbox.page(`${path}/messages`)).body.messages.length, 1);
});

test('a file of another bot is not given', async (t) => {
  const [mine, other] = await Promise.all([newChat(), newChat()]);
  const form = new FormData();
  form.set('document', new Blob(['x']), 'x.xlsx');
  await fetch(`${sandbox.url}/api${mine.path}/documents`, { method: 'POST', body: form });
  const { document } = (await mine.call('getUpdates')).body.result.at(-1).message;
  t.is((await other.call('getFile', { file_id: document.file_id })).status, 400);
});

test('injected faults hit as many calls as asked, of the method asked', async (t) => {
  const { bot, call, person } = await newChat();
  const fault = (body: object) => sandbox.page(`/bots/${bot.id}/faults`, body);
  await fault({ kind: 'rate_limit', method: 'sendMessage', retryAfter: 3 });
  t.is((await call('getMe')).status, 200);
  t.like(await call('sendMessage', { chat_id: person.id, text: 'x' }), {
    status: 429,
    body: { description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } },
  });
  await fault({ kind: 'error' });
  t.is((await call('getMe')).status, 500);
  await fault({ kind: 'cut' });
  await t.throwsAsync(call('getMe'));
  t.is((await call('getMe')).status, 200);
});

test('what is nested without end is refused by the Bot API and by the page before it is parsed', async (t) => {
  const { bot } = await newChat();
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: deep };
  t.deepEqual(await (await fetch(`${sandbox.apiRoot}/bot${bot.token}/getMe`, init)).json(), {
    ok: false,
    error_code: 400,
    description: "Bad Request: can't parse JSON object",
  });
  t.like(await (await fetch(`${sandbox.url}/api/bots`, init)).json(), { success: false, code: 'nested_too_deep' });
});

test('a renewed token shuts the old one out', async (t) => {
  const { bot, call } = await newChat();
  const renewed = (await sandbox.page(`/bots/${bot.id}/token`, {})).body.bot;
  t.is((await call('getMe')).status, 401);
  t.is((await sandbox.bot(renewed.token, 'getMe')).status, 200);
});

test('tokens are kept only as hashes and listed nowhere', async (t) => {
  const { bot } = await newChat();
  const { bots } = (await sandbox.page('/bots')).body;
  t.deepEqual(
    bots.find(({ id }: { id: number }) => id === bot.id),
    { id: bot.id, username: bot.username, name: 'Бар' },
  );
  const row = await sandbox.db('sandbox_bots').where({ id: bot.id }).first();
  t.false(JSON.stringify(row).includes(bot.token.split(':')[1] ?? ''));
});

test('a webhook gets each update in order with its secret, a refused one again', async (t) => {
  const { call, path } = await newChat();
  const got: { text: string; secret: unknown }[] = [];
  let refusals = 2;
  const server = createServer(async (req, res) => {
    const { message } = (await new Response(req as unknown as ReadableStream).json()) as { message: { text: string } };
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

test('a body that comes with an unknown token is not read: the answer is there and the connection is shut', async (t) => {
  const { hostname, port } = new URL(sandbox.apiRoot);
  const socket = connect(Number(port), hostname);
  const MANY = 50 * 1024 * 1024;
  socket.write(
    `POST /sandbox/telegram/bot1:AAAA/sendDocument HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${MANY}\r\n\r\n--x\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  t.regex(answer.toString(), /^HTTP\/1\.1 401 .*connection: close/is);
  socket.resume();
  await once(socket, 'close');
  t.true(socket.bytesWritten < 1024);
});

test('what was uploaded is given as a download, whatever it calls itself', async (t) => {
  const { bot, path, call } = await newChat();
  const form = new FormData();
  form.set('document', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'цена.html');
  await fetch(`${sandbox.url}/api${path}/documents`, { method: 'POST', body: form });
  const { document } = (await call('getUpdates', { offset: -1 })).body.result[0].message;
  const { file_path } = (await call('getFile', { file_id: document.file_id })).body.result;
  for (const url of [
    `${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`,
    `${sandbox.url}/api/files/${document.file_id}`,
  ]) {
    const { headers } = await fetch(url);
    t.is(headers.get('content-type'), 'application/octet-stream');
    t.regex(headers.get('content-disposition') ?? '', /^attachment/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  }
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
  let heard = '';
  const hear = async (text: string): Promise<void> => {
    while (!heard.includes(text)) heard += (await reader.read()).value ?? '';
  };
  await sandbox.page(`${path}/messages`, { text: 'Джемесон +1' });
  await call('sendMessage', { chat_id: person.id, text: 'Готово' });
  // an event carries the message as it is when it is read: a message edited at once may never appear in its first form
  await hear('Готово');
  await call('editMessageText', { chat_id: person.id, message_id: 3, text: 'Отменено вами' });
  await hear('Отменено вами');
  for (const text of ['Джемесон +1', 'Готово', '"edit_date"']) t.true(heard.includes(text), text);
});

test('what the page sends is checked and answered in Russian', async (t) => {
  const { path } = await newChat();
  t.like(await sandbox.page(`${path}/messages`, { text: '' }), { status: 400, body: { error: 'Напишите сообщение' } });
  t.is((await sandbox.page('/chats/1/1/messages', { text: 'x' })).status, 404);
  t.is((await sandbox.page('/bots', { name: 'x', username: 'нет' })).status, 400);
  const name = 'taken_once_bot';
  t.is((await sandbox.page('/bots', { name: 'x', username: name })).status, 201);
  t.is((await sandbox.page('/bots', { name: 'x', username: name.toUpperCase() })).status, 409);
});

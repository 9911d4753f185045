import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'ava';
import { newChat, sandbox, setUpSandbox } from '../../support/sandbox/bot-api-chats.ts';

setUpSandbox();

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
    { id: bot.id, channel: 'telegram', username: bot.username, name: 'Бар' },
  );
  const row = await sandbox.db('sandbox_bots').where({ id: bot.id }).first();
  t.false(JSON.stringify(row).includes(bot.token.split(':')[1] ?? ''));
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

test('what the page sends is checked and answered in Russian', async (t) => {
  const { path } = await newChat();
  t.like(await sandbox.page(`${path}/messages`, { text: '' }), { status: 400, body: { error: 'Напишите сообщение' } });
  t.is((await sandbox.page('/chats/1/1/messages', { text: 'x' })).status, 404);
  t.is((await sandbox.page('/bots', { name: 'x', username: 'нет' })).status, 400);
  const name = 'taken_once_bot';
  t.is((await sandbox.page('/bots', { name: 'x', username: name })).status, 201);
  t.is((await sandbox.page('/bots', { name: 'x', username: name.toUpperCase() })).status, 409);
});

import test from 'ava';
import { startSandbox } from '../../support/sandbox/sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
test.before(async () => {
  sandbox = await startSandbox();
});
test.after.always(() => sandbox?.stop());

/** A bot of MAX and a person, with the bot's own requests and the person's acts. */
async function newDialog() {
  const { bot } = (await sandbox.page('/bots', { name: 'Бар', channel: 'max' })).body;
  const { person } = (await sandbox.page('/people', { first_name: 'Анна' })).body;
  const chat = `/chats/${bot.id}/${person.id}`;
  const call = async (method: string, path: string, body?: unknown, token = bot.token) => {
    const response = await fetch(`${sandbox.url}/max${path}`, {
      method,
      headers: { authorization: token },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const events = async (marker?: number) =>
    (await call('GET', `/updates?timeout=0${marker === undefined ? '' : `&marker=${marker}`}`)).body;
  return {
    bot,
    person,
    call,
    events,
    act: (path: string, body: unknown) => sandbox.page(`${chat}/${path}`, body),
    write: async (text: string) => (await sandbox.page(`${chat}/messages`, { text })).body.message,
    messages: async () => (await sandbox.page(`${chat}/messages`)).body.messages,
    send: (body: object) => call('POST', `/messages?user_id=${person.id}`, body),
  };
}

const typesOf = ({ updates }: { updates: { update_type: string }[] }): string[] =>
  updates.map(({ update_type }) => update_type);

const keyboard = (...buttons: object[]) => ({ type: 'inline_keyboard', payload: { buttons: [buttons] } });

test('a token is good for its own messenger alone', async (t) => {
  const { bot, call } = await newDialog();
  const telegram = (await sandbox.page('/bots', { name: 'Бар' })).body.bot;

  t.like((await call('GET', '/me')).body, { user_id: bot.id, username: bot.username, is_bot: true });
  t.deepEqual(await call('GET', '/me', undefined, telegram.token), {
    status: 401,
    body: { code: 'verify.token', message: 'Invalid access_token' },
  });
  t.is((await sandbox.bot(bot.token, 'getMe')).status, 401);
  const { bots } = (await sandbox.page('/bots')).body;
  t.is(bots.find(({ id }: { id: number }) => id === bot.id).channel, 'max');
  t.is((await sandbox.page('/bots', { name: 'Бар', channel: 'viber' })).status, 400);
});

test('a dialog begins with «Начать», whose code comes along; what is written comes after it', async (t) => {
  const { write, events, person, bot } = await newDialog();
  await write('/start код-1');
  await write('Ром +0,7');

  const { updates, marker } = await events();

  t.deepEqual(typesOf({ updates }), ['bot_started', 'message_created']);
  t.like(updates[0], { payload: 'код-1', user: { user_id: person.id, first_name: 'Анна', is_bot: false } });
  t.like(updates[1].message, {
    body: { text: 'Ром +0,7' },
    sender: { user_id: person.id },
    recipient: { chat_type: 'dialog', user_id: bot.id },
  });
  t.deepEqual(typesOf(await events()), ['bot_started', 'message_created'], 'nothing was committed');
  t.deepEqual((await events(marker)).updates, []);
  t.deepEqual((await events()).updates, []);
});

test('whoever writes first has pressed «Начать»', async (t) => {
  const { write, events } = await newDialog();
  await write('Ром +0,7');
  t.deepEqual(typesOf(await events()), ['bot_started', 'message_created']);
});

test('a poll waits for what a person writes', async (t) => {
  const { call, write } = await newDialog();
  const asked = call('GET', '/updates?timeout=30&types=message_created');
  await write('/start');
  await write('Ром +1');
  let { updates, marker } = (await asked).body;
  if (updates.length === 0) ({ updates, marker } = (await call('GET', `/updates?timeout=30&marker=${marker}`)).body);
  t.is(updates.at(-1).message.body.text, 'Ром +1');
});

test('a message is sent, answers another, is edited and deleted, and the page shows it', async (t) => {
  const { send, call, write, messages, events } = await newDialog();
  const asked = await write('Ром +1');
  const { mid } = (await events()).updates.at(-1).message.body;

  const sent = await send({ text: 'Ром: 1 л', link: { type: 'reply', mid } });
  t.is(sent.status, 200);
  const own = sent.body.message.body.mid;
  t.like((await messages()).at(-1), { from_bot: true, text: 'Ром: 1 л', reply_to_message_id: asked.message_id });
  t.is((await call('PUT', `/messages?message_id=${own}`, { text: 'Ром: 2 л' })).body.success, true);
  t.like((await messages()).at(-1), { text: 'Ром: 2 л' });
  t.is((await call('GET', `/messages/${own}`)).body.body.text, 'Ром: 2 л');
  t.is((await call('PUT', `/messages?message_id=${mid}`, { text: 'не своё' })).body.success, false);
  t.is((await call('DELETE', `/messages?message_id=${own}`)).body.success, true);
  t.deepEqual(
    (await messages()).map(({ text }: { text: string }) => text),
    ['Ром +1'],
  );
  t.is((await call('GET', `/messages/${own}`)).status, 404);
});

test('a press of a button comes to the bot, whose answer rewrites the message and takes its buttons', async (t) => {
  const { send, call, act, write, messages, events } = await newDialog();
  await write('/start');
  await send({
    text: 'Отменить?',
    attachments: [
      keyboard(
        { type: 'callback', text: 'Да', payload: 'undo:1' },
        { type: 'link', text: 'Сайт', url: 'https://a.example' },
      ),
    ],
  });
  const { message_id, reply_markup } = (await messages()).at(-1);
  t.deepEqual(reply_markup.inline_keyboard, [
    [
      { text: 'Да', callback_data: 'undo:1' },
      { text: 'Сайт', url: 'https://a.example' },
    ],
  ]);

  t.is((await act('callback', { message_id, data: 'undo:1' })).status, 200);
  const { callback, message } = (await events()).updates.at(-1);
  t.is(callback.payload, 'undo:1');
  t.is(message.body.text, 'Отменить?');
  const answered = await call('POST', `/answers?callback_id=${callback.callback_id}`, {
    message: { text: 'Отменено', attachments: [] },
  });

  t.is(answered.body.success, true);
  t.is((await messages()).at(-1).text, 'Отменено');
  t.is((await messages()).at(-1).reply_markup, undefined);
  t.is((await act('callback', { message_id, data: 'undo:1' })).status, 404);
  t.is((await call('POST', '/answers?callback_id=mid.1.2.3', { message: { text: '!' } })).status, 404);
});

test('files go both ways', async (t) => {
  const { bot, person, send, call, messages, events } = await newDialog();
  const form = new FormData();
  form.append('document', new File(['item;1'], 'остатки.csv'));
  await fetch(`${sandbox.url}/api/chats/${bot.id}/${person.id}/documents`, { method: 'POST', body: form });
  const [attachment] = (await events()).updates.at(-1).message.body.attachments;
  t.like(attachment, { type: 'file', filename: 'остатки.csv', size: 6 });
  t.is(await (await fetch(attachment.payload.url)).text(), 'item;1');

  const { url } = (await call('POST', '/uploads?type=file')).body;
  const upload = new FormData();
  upload.append('data', new File(['итог'], 'отчёт.xlsx'));
  const { token } = await (await fetch(url, { method: 'POST', body: upload })).json();
  const sent = await send({ text: 'Вот отчёт', attachments: [{ type: 'file', payload: { token } }] });
  t.is(sent.status, 200);
  t.like((await messages()).at(-1), { caption: 'Вот отчёт', document: { file_name: 'отчёт.xlsx' } });

  t.is((await send({ attachments: [{ type: 'file', payload: { token: 'чужой' } }] })).status, 400);
  t.is((await fetch(url, { method: 'POST', body: new FormData() })).status, 400);
  t.is((await fetch(`${sandbox.url}/max/download/нет`)).status, 404);
});

test('a bot that was stopped, or never started, reaches nobody', async (t) => {
  const { send, act, write, events, call } = await newDialog();
  t.like(await send({ text: 'Здравствуйте' }), { status: 403, body: { code: 'chat.denied' } });
  await write('/start');
  t.is((await send({ text: 'Здравствуйте' })).status, 200);

  await act('block', { blocked: true });

  t.deepEqual(typesOf(await events()), ['bot_started', 'bot_stopped']);
  t.regex((await send({ text: 'Вы здесь?' })).body.message, /error\.dialog\.suspended/);
  const other = await newDialog();
  await other.write('/start');
  t.is((await call('POST', `/messages?user_id=${other.person.id}`, { text: 'чужому' })).status, 403);
  await write('Я вернулась');
  t.is((await send({ text: 'Здравствуйте' })).status, 200);
});

test('what MAX refuses is refused here, and so is what the built-in chat cannot do', async (t) => {
  const { send, call, write } = await newDialog();
  await write('/start');
  t.is((await send({ text: 'я'.repeat(4001) })).status, 400);
  t.is((await send({})).status, 400);
  t.is((await send({ text: 'x', attachments: [keyboard({ type: 'callback', text: '', payload: 'a' })] })).status, 400);
  t.is((await call('POST', '/messages?user_id=1', 'это не JSON')).status, 400);
  t.is((await call('POST', '/messages', { text: 'кому?' })).status, 400);
  t.is((await call('GET', '/updates?timeout=900')).status, 400);
  t.is((await call('POST', '/subscriptions', { url: 'https://a.example' })).body.success, false);
  for (const mid of ['mid.1.2.99999999999', 'mid.x', '%00'])
    t.is((await call('GET', `/messages/${mid}`)).status, 404, mid);
  t.is((await call('GET', '/nowhere')).status, 404);
  t.is((await call('DELETE', '/me')).status, 405);
  t.is((await call('POST', '/messages?user_id=1', 'x'.repeat(2 * 1024 * 1024))).status, 413);
});

test('commands are kept, and a fault that was asked for happens once', async (t) => {
  const { call, bot } = await newDialog();
  const commands = [{ name: 'report', description: 'Отчёт' }];
  t.is((await call('PATCH', '/me/commands', { commands })).status, 200);
  t.deepEqual((await call('GET', '/me')).body.commands, commands);
  t.is((await call('PATCH', '/me/commands', { commands: [{}] })).status, 400);

  await sandbox.page(`/bots/${bot.id}/faults`, { kind: 'rate_limit', method: 'get /me' });
  t.is((await call('GET', '/me')).status, 429);
  t.is((await call('GET', '/me')).status, 200);
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createSendQueue } from '../../../api/src/max/send-queue.ts';
import { startBridge } from '../../support/max/bridge.ts';
import { startBridgedChat } from '../../support/max/bridged-chat.ts';
import { startMaxServer } from '../../support/max/max-server.ts';
import { until } from '../../support/run/until.ts';
import { barman } from '../../support/telegram/venue-chat.ts';

async function startDialog(t: ExecutionContext) {
  const max = await startMaxServer({ plainWebhooks: true });
  t.teardown(max.close);
  const bot = max.bot();
  const bridge = await startBridge({ max });
  t.teardown(bridge.stopAll);
  const venue = await bridge.venue(bot);
  const anna = max.person({ first_name: 'Анна' });
  max.start(bot, anna);
  await until(() => bridge.taken.length === 1, 'the start has come');
  const call = (method: string, params: object) => bridge.call(venue, method, { chat_id: anna.user_id, ...params });

  /** Reads a file as the venue does. */
  async function file(id: string): Promise<Response> {
    const { body } = await call('getFile', { file_id: id });
    return fetch(`${bridge.url}/internal/max/file/bot0:max/${body.result.file_path}`, {
      headers: { authorization: `Bearer ${bridge.venueEnv.INTERNAL_SECRET}`, 'x-tenant-id': venue },
    });
  }

  /** What the owner of the bot, who knows its secret, posts in the name of MAX; returns the status of the answer. */
  function forge(mid: string, content: object): Promise<number> {
    const [{ url, secret } = { url: '', secret: '' }] = max.subscriptions(bot);
    const timestamp = Date.now();
    const message = {
      sender: { user_id: anna.user_id, first_name: 'Анна' },
      recipient: { chat_type: 'dialog', chat_id: 1, user_id: bot.user_id },
      timestamp,
      body: { mid, seq: 1, ...content },
    };
    return max.forge(url, { update_type: 'message_created', timestamp, message }, secret);
  }
  return { max, bot, bridge, venue, anna, call, file, forge, sent: () => max.sent(bot, anna) };
}

test('a dialog gets its messages within its limit', async (t) => {
  const { max, call, sent } = await startDialog(t);
  for (let at = 1; at <= 6; at += 1) t.is((await call('sendMessage', { text: String(at) })).status, 200);
  t.is(max.tooMany, 0);
  t.is(sent().length, 6);
});

test('a dialog gets its messages in order, whichever process sends them', async (t) => {
  const { bridge, venue, anna, sent } = await startDialog(t);
  const other = await bridge.launch();
  async function sendAll(process: typeof other, texts: string[]): Promise<void> {
    for (const text of texts) await process.botApi.write(venue, anna.user_id, text);
  }

  await Promise.all([sendAll(bridge, ['1', '2', '3']), sendAll(other, ['а', 'б', 'в'])]);

  const texts = sent().map(({ text }) => text ?? '');
  t.deepEqual(
    texts.filter((text) => /\d/.test(text)),
    ['1', '2', '3'],
  );
  t.deepEqual(
    texts.filter((text) => /[а-я]/.test(text)),
    ['а', 'б', 'в'],
  );
});

test('where MAX says that they are too many all the same, the message is sent later', async (t) => {
  const { max, call, sent } = await startDialog(t);
  let refusals = 2;
  max.interfere = ({ method, path }) =>
    method === 'POST' && path === '/messages' && refusals-- > 0
      ? { status: 429, body: { code: 'too.many.requests', message: 'slow down' } }
      : undefined;

  t.is((await call('sendMessage', { text: 'Записано' })).status, 200);
  t.deepEqual(
    sent().map(({ text }) => text),
    ['Записано'],
  );
});

test('refusals of MAX are those of Telegram', async (t) => {
  const { max, bot, bridge, anna, call } = await startDialog(t);
  max.stop(bot, anna);
  t.like(await call('sendMessage', { text: 'Записано' }), { status: 403, body: { ok: false, error_code: 403 } });
  await until(() => bridge.taken.length === 2, 'the stop has come');
  t.like(bridge.taken[1]?.update.my_chat_member, { new_chat_member: { status: 'kicked' } });

  max.interfere = () => ({ status: 503, body: { code: 'service.unavailable', message: 'down' } });
  t.is((await call('sendMessage', { text: 'Записано' })).status, 502);
  max.interfere = undefined;
  max.revoke(bot);
  t.is((await call('sendMessage', { text: 'Записано' })).status, 401);
  t.is((await bridge.db('max_bots').first('state')).state, 'revoked');
});

test('what a press asks for is shown by the answer to it, and a refusal as a message', async (t) => {
  const { max, bot, bridge, anna, call, sent } = await startDialog(t);
  const rows = Array.from({ length: 3 }, (_, row) => [
    ...Array.from({ length: 4 }, (_two, at) => ({ text: `${row}${at}`, callback_data: `${row}:${at}` })),
    { text: 'Открыть', url: 'https://bar.example/' },
  ]);
  const { body } = await call('sendMessage', { text: 'Что записать?', reply_markup: { inline_keyboard: rows } });
  t.true(sent()[0]?.keyboard.every((row) => row.length <= 3));
  t.is(sent()[0]?.keyboard.flat().length, 15);

  max.press(bot, anna, sent()[0]?.mid ?? '', '1:2');
  await until(() => bridge.taken.length === 2, 'the press has come');
  const press = bridge.taken[1]?.update.callback_query;
  await call('editMessageText', { message_id: body.result.message_id, text: 'Записано' });
  await call('answerCallbackQuery', { callback_query_id: press.id });
  const answers = (): number => max.requests.filter(({ path }) => path === '/answers').length;
  t.is(answers(), 1);
  t.like(sent()[0], { text: 'Записано', keyboard: [] });

  await call('editMessageText', { message_id: body.result.message_id, text: 'Исправлено' });
  t.is(answers(), 1);
  await call('answerCallbackQuery', { callback_query_id: press.id, text: 'Это не ваш вопрос' });
  t.is(sent().at(-1)?.text, 'Это не ваш вопрос');
});

test('a file is sent when MAX is ready with it, and a long text in parts', async (t) => {
  const { max, bot, bridge, venue, anna, sent } = await startDialog(t);
  max.notReadyTries = 2;
  const form = new FormData();
  form.set('chat_id', String(anna.user_id));
  form.set('document', 'attach://one');
  form.set('one', new File(['остатки'], 'Остатки.xlsx'));
  const answer = await fetch(`${bridge.url}/internal/max/bot0:max/sendDocument`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bridge.venueEnv.INTERNAL_SECRET}`, 'x-tenant-id': venue },
    body: form,
  });
  t.is(answer.status, 200);
  const [file] = max.sent(bot, anna)[0]?.attachments ?? [];
  t.like(file, { name: 'Остатки.xlsx' });
  t.is(file?.bytes.toString(), 'остатки');

  const line = `${'о'.repeat(99)}\n`;
  await bridge.call(venue, 'sendMessage', { chat_id: anna.user_id, text: line.repeat(50).trim() });
  const parts = sent().slice(1);
  t.is(parts.length, 2);
  t.true(parts.map(({ text }) => `${text}\n`).join('') === line.repeat(50));
});

test('a file that a person has sent is read, also when its first address is no longer good', async (t) => {
  const { max, bot, bridge, anna, file: fileOf } = await startDialog(t);
  max.write(bot, anna, 'прайс', { files: [{ name: 'прайс.xlsx', bytes: Buffer.from('цены') }] });
  max.write(bot, anna, 'три', { images: ['а', 'б', 'в'].map((text) => Buffer.from(text)) });
  await until(() => bridge.taken.length === 5, 'the file and the pictures have come');
  const [, file, ...pictures] = bridge.taken.map(({ update }) => update.message);
  t.like(file, { caption: 'прайс', document: { file_name: 'прайс.xlsx' } });
  t.deepEqual(
    pictures.map(({ caption }) => caption),
    ['три', undefined, undefined],
  );

  const read = async (id: string): Promise<string> => (await fileOf(id)).text();
  t.is(await read(file.document.file_id), 'цены');
  max.expireDownloads();
  t.is(await read(file.document.file_id), 'цены');
  t.deepEqual(await Promise.all(pictures.map(({ photo }) => read(photo[0].file_id))), ['а', 'б', 'в']);
});

test('whoever sends a picture that is too large is told so', async (t) => {
  const { max, bot, personOf } = await startBridgedChat(t);
  max.write(bot, personOf(barman), '', { images: [Buffer.alloc(20 * 1024 * 1024 + 1)] });
  const said = (): string => max.sent(bot, personOf(barman)).at(-1)?.text ?? '';
  await until(() => said().startsWith('Файл'), 'it is answered');
  t.is(said(), 'Файл больше 20 МБ: бот такие не скачивает');
});

test('an address that the owner of a bot has made up leads nowhere into the platform’s network', async (t) => {
  const { bridge, file, forge } = await startDialog(t);
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
  }).listen(0, '127.0.0.1');
  t.teardown(() => inside.close());
  await once(inside, 'listening');
  const { port } = inside.address() as AddressInfo;
  const urls = [
    `http://127.0.0.1:${port}/metrics`,
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `http://localhost:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
  ];

  for (const [at, url] of urls.entries()) {
    t.is(await forge(`mid.${at}`, { text: null, attachments: [{ type: 'image', payload: { url, token: 'a' } }] }), 200);
    await until(() => bridge.taken.length === at + 2, 'the forged picture has come');
    const answer = await file(bridge.taken[at + 1]?.update.message.photo[0].file_id);
    t.is(answer.status, 502, url);
    t.notRegex(await answer.text(), /secret/);
  }
  t.is(connections, 0);
});

test('what the owner of a bot makes up is stored so far and no further, and other bots are not kept waiting', async (t) => {
  const { max, bridge, forge } = await startDialog(t);
  t.is(await forge('mid.large', { text: 'x'.repeat(300 * 1024) }), 413);
  const large = { text: 'х'.repeat(100 * 1024) };
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 50) statuses.push(await forge(`mid.${statuses.length}`, large));
  t.is(statuses.at(-1), 429);
  t.deepEqual([...new Set(statuses.slice(0, -1))], [200]);
  t.is(
    Number((await bridge.db('max_events').count())[0]?.count),
    statuses.length,
    'those that were taken, and the start',
  );

  const [other, ivan] = [max.bot(), max.person({ first_name: 'Иван' })];
  const venue = await bridge.venue(other);
  max.start(other, ivan);
  await until(() => bridge.taken.some(({ tenantId }) => tenantId === venue), 'another bot’s start has come');
});

test('strangers reach nothing of the bridge', async (t) => {
  const { max, bot, bridge, anna } = await startDialog(t);
  const call = (headers: Record<string, string>) =>
    fetch(`${bridge.url}/internal/max/bot0:max/sendMessage`, { method: 'POST', headers });
  t.is((await call({})).status, 401);
  t.is((await call({ authorization: 'Bearer other', 'x-tenant-id': 't0000000001' })).status, 401);

  const [{ url } = { url: '' }] = max.subscriptions(bot);
  const event = {
    update_type: 'message_created',
    timestamp: Date.now(),
    message: {
      sender: { user_id: anna.user_id, first_name: 'Анна' },
      recipient: { chat_type: 'dialog', chat_id: 1, user_id: bot.user_id },
      timestamp: Date.now(),
      body: { mid: 'mid.1', seq: 1, text: 'Джемесон +99' },
    },
  };
  t.is(await max.forge(url, event), 403);
  t.is(await max.forge(url, event, 'guessed-secret'), 403);
  t.is(await max.forge(url.replace(/\d+-/, '99-'), event), 403);
  t.is(bridge.taken.length, 1);
});

test('a venue that sends a lot does not keep the others waiting', async (t) => {
  // time of the test's own: each message takes a fortieth of a second of it
  let now = 0;
  const order: string[] = [];
  const quick = { messages: 100, windowMs: 1 };
  const free = async () => ({ wait: 0, botNext: 0, dialogNext: 0 });
  const queue = createSendQueue(free, { bot: quick, dialog: quick }, () => now);
  const submit = (tenantId: string, personId: number, text: string) =>
    queue.submit({
      tenantId,
      personId,
      run: async () => {
        now += 25;
        order.push(text);
        await sleep(0);
      },
    });

  await Promise.all([
    ...Array.from({ length: 100 }, (_, at) => submit('loud', at % 10, `loud ${at}`)),
    ...Array.from({ length: 20 }, (_, at) => submit(`quiet ${at}`, 1000 + at, `quiet ${at}`)),
  ]);

  const last = Math.max(...Array.from({ length: 20 }, (_, at) => order.indexOf(`quiet ${at}`)));
  t.true(last < 50, `the last quiet venue was number ${last}`);
  for (let person = 0; person < 10; person += 1) {
    const own = order.filter((text) => text.startsWith('loud') && Number(text.split(' ')[1]) % 10 === person);
    t.deepEqual(
      own,
      own.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1])),
    );
  }
});

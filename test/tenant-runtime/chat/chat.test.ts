import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import test from 'ava';
import { until } from '../../support/run/until.ts';
import { openCount } from '../../support/telegram/chat-counts.ts';
import { startBeside, startTenant, type Tenant } from '../../support/venue/tenant.ts';

type Agent = Tenant['user'];

const say = (agent: Agent, text: string, more: object = {}) =>
  agent.post('/api/chat/messages').send({ id: randomUUID(), text, ...more });
const press = (agent: Agent, message: ChatMessage | undefined, data: string, more: object = {}) =>
  agent.post('/api/chat/presses').send({ id: randomUUID(), message_id: message?.message_id, data, ...more });
const messagesOf = async (agent: Agent): Promise<ChatMessage[]> => (await agent.get('/api/chat')).body.chat.messages;
const textsOf = async (agent: Agent): Promise<(string | undefined)[]> =>
  (await messagesOf(agent)).map(({ text }) => text);
const buttonOf = (message: ChatMessage | undefined): string =>
  message?.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data ?? '';

test('a message and a press that are sent again are done once, and answered with the same', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });
  const message = { id: randomUUID(), text: 'Джемесон +0,7', after: 0 };
  const send = () => tenant.user.post('/api/chat/messages').send(message);

  const [first, second] = await Promise.all([send(), send()]);
  const third = await send();

  t.deepEqual([first.status, second.status, third.status], [201, 201, 201]);
  t.deepEqual(await textsOf(tenant.user), ['Джемесон +0,7', 'Джемесон: 0 → 0,7 л (+0,7)']);
  t.deepEqual(third.body.chat.messages, await messagesOf(tenant.user));

  const echo = (await messagesOf(tenant.user)).at(-1);
  const undo = { id: randomUUID(), message_id: echo?.message_id, data: buttonOf(echo) };
  const [once, twice] = [
    await tenant.user.post('/api/chat/presses').send(undo),
    await tenant.user.post('/api/chat/presses').send(undo),
  ];
  t.deepEqual([once.body.toast, twice.body.toast], Array(2).fill({ text: 'Отменено', alert: false }));
  t.is((await tenant.admin.get('/api/items')).body.items[0].quantity, 0);
});

test('messages of one person are handled in the order in which they came', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });

  await Promise.all(Array.from({ length: 20 }, (_, index) => say(tenant.user, `Джемесон = ${index + 1}`)));

  const messages = await messagesOf(tenant.user);
  const written = messages.filter(({ from_bot }) => !from_bot).map(({ text }) => text?.split(' = ')[1]);
  const echoed = messages.filter(({ from_bot }) => from_bot).map(({ text }) => / → (\S+)/.exec(text ?? '')?.[1]);
  t.deepEqual(echoed, written);
  t.is(String((await tenant.admin.get('/api/items')).body.items[0].quantity), written.at(-1) ?? '');
});

test('what a killed process has stored and not answered, the next one answers', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });
  await say(tenant.user, 'Джемесон +1');
  // the process was killed between storing and handling, and after the stock was written but nothing answered
  await tenant.db('chat_updates').update({ handled_at: null });
  await tenant.db('chat_messages').where({ from_bot: true }).delete();

  const next = await startBeside(t, tenant);
  await next.services.chat.resume();

  await until(async () => (await messagesOf(tenant.user)).length === 2, 'the message is answered');
  t.deepEqual(await textsOf(tenant.user), ['Джемесон +1', 'Джемесон: 0 → 1 л (+1)']);
  t.is((await tenant.admin.get('/api/items')).body.items[0].quantity, 1);
});

test('what was written offline happened then, and what is written online happens now', async (t) => {
  const now = new Date('2026-03-01T08:00:00Z');
  const tenant = await startTenant(t, { clock: () => now });
  await tenant.createItem({ name: 'Джемесон' });

  await say(tenant.user, 'Джемесон +1', { at: '2026-02-28T20:40:00Z' });
  await say(tenant.user, 'Джемесон +2', { at: '2026-03-01T08:09:00Z' });

  const changes = await tenant.db('changes').whereRaw("source = 'bot'").orderBy('seq').select('delta', 'at');
  t.deepEqual(
    changes.map(({ delta, at }) => [Number(delta), at.toISOString()]),
    [
      [1, '2026-02-28T20:40:00.000Z'],
      [2, '2026-03-01T08:00:00.000Z'],
    ],
  );
  const [late] = await messagesOf(tenant.user);
  t.is(late?.date, Date.parse('2026-02-28T20:40:00Z') / 1000);
});

test('a conversation is its own person’s: others see, press, correct and fetch nothing of it', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });
  await say(tenant.user, 'Джемесон +1');
  const picture = Buffer.from('89504e470d0a1a0a0000', 'hex');
  const id = randomUUID();
  const sent = await tenant.user.post('/api/chat/files').field({ id }).attach('file', picture, 'фото.png');
  t.is(sent.status, 201);
  const [own, echo] = await messagesOf(tenant.user);

  t.deepEqual(await messagesOf(tenant.admin), []);
  t.is((await press(tenant.admin, echo, buttonOf(echo))).status, 404);
  const correct = { id: randomUUID(), text: 'Джемесон +9' };
  t.is((await tenant.admin.put(`/api/chat/messages/${own?.message_id}`).send(correct)).status, 404);
  t.is((await tenant.admin.get(`/api/chat/files/${id}`)).status, 404);

  const file = await tenant.user.get(`/api/chat/files/${id}`);
  t.is(file.headers['content-type'], 'image/png');
  t.deepEqual(file.body, picture);
});

test('only a button that the message has is pressed', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });
  const { body } = await say(tenant.user, 'Джемесон +1');
  const echo = body.chat.messages.at(-1);

  const forged = await press(tenant.user, echo, 'admit:5');
  t.like(forged, { status: 409, body: { code: 'button_gone', error: 'Эта кнопка уже не действует' } });
  t.is((await press(tenant.user, echo, buttonOf(echo))).status, 200);
  t.is((await press(tenant.user, echo, buttonOf(echo))).status, 409);
});

test('a venue without a messenger notifies its people in the own chat, each once', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });

  const socket = await tenant.socket(tenant.user.token);
  const notified = new Promise<void>((resolve) => void socket.once('chat:changed', resolve));
  await openCount(tenant as never);
  await notified;

  const [notice, ...others] = await messagesOf(tenant.user);
  t.regex(notice?.text ?? '', /Январь/);
  t.deepEqual(others, []);
  // whoever opened it knows
  t.deepEqual(await messagesOf(tenant.admin), []);
  t.is((await tenant.user.get('/api/chat')).body.chat.unread, 1);
  await tenant.user.post('/api/chat/read').send({ message_id: notice?.message_id });
  t.is((await tenant.user.get('/api/chat')).body.chat.unread, 0);
});

test('a text may be corrected and not emptied, and the bot’s own may not', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Джемесон' });
  const { body } = await say(tenant.user, 'Джемесон +1');
  const [own, echo] = body.chat.messages;
  const correct = (id: number, text: string) =>
    tenant.user.put(`/api/chat/messages/${id}`).send({ id: randomUUID(), text, after: body.chat.version });

  t.is((await correct(own.message_id, ' ')).status, 400);
  t.is((await correct(echo.message_id, 'Джемесон: 0 → 9 л')).status, 404);
  const corrected = await correct(own.message_id, 'Джемесон +2');
  t.deepEqual(
    corrected.body.chat.messages.map(({ text, edit_date }: ChatMessage) => [text, edit_date !== undefined]),
    [
      ['Джемесон +2', true],
      ['Исправлено: Джемесон 0 → 2 л (было +1, стало +2)', false],
    ],
  );
});

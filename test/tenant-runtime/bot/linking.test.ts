import test from 'ava';
import { startCommand } from '../../support/telegram/telegram-link.ts';
import {
  barman,
  boss,
  type Person,
  startVenueChat,
  stranger,
  type VenueChat,
} from '../../support/telegram/venue-chat.ts';
import type { Tenant } from '../../support/venue/tenant.ts';

const phone: Person = { id: 511, first_name: 'Мой телефон' };
const tablet: Person = { id: 512, first_name: 'Мой планшет' };
const BAD_LINK =
  'Ссылка не подошла: она действует сутки и один раз, новую возьмите в панели, меню с вашим именем → «Подключить Telegram», или у администратора';

/** The command that a user sends by opening the link. */
async function commandOf(who: Tenant['user'], path = '/api/auth/telegram'): Promise<string> {
  return startCommand((await who.post(path)).body.link.url);
}
const chatOf = async ({ db }: VenueChat, id: number): Promise<number | null> =>
  (await db('users').where({ id }).first()).telegram_id;
const eventsOf = async (chat: VenueChat): Promise<string[]> =>
  (await chat.admin.get('/api/security?kind=people')).body.events.map(({ event }: { event: string }) => event);

test('a link makes the chat its owner’s, whatever they are called there, once', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  const { link } = (await chat.admin.post('/api/auth/telegram')).body;
  t.regex(link.url, /^https:\/\/t\.me\/proba_bot\?start=[\w-]{43}$/);
  t.true(Math.abs(Date.parse(link.expires_at) - Date.now() - 24 * 3600_000) < 60_000);
  const stored = JSON.stringify(await chat.db('telegram_links').select());
  t.false(stored.includes(new URL(link.url).searchParams.get('start') ?? ''));

  t.regex((await chat.say(startCommand(link.url), phone))[0] ?? '', /^Здравствуйте, Анна\. Это остатки/);
  t.regex((await chat.say('/users', phone))[0] ?? '', /Анна — администратор\nИван — сотрудник, без Telegram/);

  t.deepEqual(await chat.say(startCommand(link.url), stranger), [BAD_LINK]);
  t.regex((await chat.say(startCommand(link.url), phone))[0] ?? '', /^Здравствуйте/, 'the same message again');
  t.is(await chatOf(chat, chat.admin.id), phone.id);
});

test('a link that is over, replaced, of another venue, of a removed person or made up is refused in one sentence', async (t) => {
  let now = new Date('2026-01-01T00:00:00Z');
  const chat = await startVenueChat(t, { clock: () => now });
  const other = await startVenueChat(t);
  const anna = await chat.asNewUser('anna');
  const vera = await chat.asNewUser('vera');
  const replaced = await commandOf(chat.user);
  const removed = await commandOf(anna);
  const late = await commandOf(chat.user);
  const early = await commandOf(vera);
  await chat.admin.delete(`/api/users/${anna.id}`);

  for (const wrong of [replaced, removed, await commandOf(other.user), '/start x', `/start ${'я'.repeat(64)}`]) {
    t.deepEqual(await chat.say(wrong, phone), [BAD_LINK], wrong);
  }
  now = new Date('2026-01-01T23:59:59Z');
  t.regex((await chat.say(early, tablet))[0] ?? '', /^Здравствуйте/);
  now = new Date('2026-01-02T00:00:00Z');
  t.deepEqual(await chat.say(late, phone), [BAD_LINK]);
  t.is(await chatOf(chat, chat.user.id), null);
});

test('of two who open a link at once one comes in', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  const command = await commandOf(chat.admin);

  await Promise.all([phone, tablet, stranger].map((person) => chat.say(command, person)));

  const texts = chat.api.calls.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));
  t.is(texts.filter((text) => text === BAD_LINK).length, 2);
  t.is(texts.filter((text) => text.startsWith('Здравствуйте, Анна')).length, 1);
});

test('who comes by name while the link is opened does not take the chat away again, nor stops anybody', async (t) => {
  const chat = await startVenueChat(t);
  for (const [n, name] of ['vera', 'olga', 'petr'].entries()) {
    const user = await chat.asNewUser(name);
    const [command, opener] = [await commandOf(user), { id: 600 + n, first_name: 'Мой' }];
    const namesake = { id: 700 + n, first_name: 'Тёзка', username: name };

    const [opened] = await Promise.all([chat.say(command, opener), chat.say('/last', namesake)]);

    t.true(opened.length > 0);
    t.is(await chatOf(chat, user.id), opener.id, name);
  }
});

test('a new chat takes the place of the one before, which is told in a sentence; the log has it all', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');

  const calls = await chat.deliver(chat.sayUpdate(phone, await commandOf(chat.admin)));

  const received = calls.filter(({ chat_id }) => Number(chat_id) === boss.id).map(({ text }) => text);
  t.is(received.length, 1);
  t.regex(
    received[0] ?? '',
    /^Этот чат отключён: по вашей ссылке подключён другой Telegram.*выйдите на всех устройствах/,
  );
  t.regex((await chat.say('Джемесон +1', boss)).at(-1) ?? '', /нет в списке сотрудников/);
  t.deepEqual(await chat.say('Джемесон +1', phone), ['Джемесон: 0 → 1 л (+1)']);
  t.deepEqual((await eventsOf(chat)).toReversed(), [
    ...['user.link_made', 'user.linked'],
    ...['user.link_made', 'user.unlinked', 'user.linked'],
  ]);
});

test('a chat that stopped the bot or cannot be told does not keep the new one out', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.faults.push({ method: 'sendMessage', status: 403, description: 'Forbidden: bot was blocked by the user' });

  t.regex((await chat.say(await commandOf(chat.admin), phone)).at(-1) ?? '', /^Здравствуйте/);

  t.is(await chatOf(chat, chat.admin.id), phone.id);
  t.truthy((await chat.db('bot_chats').where({ chat_id: boss.id }).first()).blocked_at);
});

test('a Telegram that is another’s here is refused in words, and the link stays good', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start', barman);
  const command = await commandOf(chat.admin);

  const [answer = '', ...rest] = await chat.say(command, barman);

  t.regex(answer, /^Этот Telegram уже подключён, его пользователь здесь — Иван: сначала отключите/);
  t.deepEqual(rest, []);
  t.is(await chatOf(chat, chat.admin.id), boss.id);
  t.regex((await chat.say(command, phone)).at(-1) ?? '', /^Здравствуйте, Анна/);
});

test('an administrator hands anybody a link, others only themselves; it ends with what its maker may do', async (t) => {
  const chat = await startVenueChat(t);
  const deputies = await Promise.all(['one', 'two', 'three', 'four'].map((name) => chat.asNewUser(name, 'admin')));
  const ends = [
    (id: number) => chat.admin.delete(`/api/users/${id}`),
    (id: number) => chat.admin.put(`/api/users/${id}`).send({ role: 'user' }),
    (id: number) => chat.admin.post(`/api/users/${id}/reset-password`),
    () => deputies[3]?.delete('/api/auth/sessions'),
  ];
  const path = `/api/users/${chat.user.id}/telegram`;
  t.is((await chat.user.post(path)).status, 403);

  for (const [index, end] of ends.entries()) {
    const deputy = deputies[index] as Tenant['user'];
    const command = await commandOf(deputy, path);
    await end(deputy.id);
    t.deepEqual(await chat.say(command, phone), [BAD_LINK], deputy.username);
  }
  const command = await commandOf(chat.admin, path);
  t.regex((await chat.say(command, phone))[0] ?? '', /^Здравствуйте, Иван/);
  const { events } = (await chat.admin.get('/api/security?kind=people')).body;
  t.like(events[1], { event: 'user.link_made', user: { name: 'Иван' }, actor: { name: 'Анна' } });
});

test('wrong codes are counted by chat, told to the log, and stop nobody else', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  const command = await commandOf(chat.admin);
  for (let n = 0; n < 10; n += 1) t.deepEqual(await chat.say(`/start ${n}`, stranger), [BAD_LINK]);

  t.regex((await chat.say(command, stranger))[0] ?? '', /^Слишком много попыток\. Подождите/);
  t.regex((await chat.say(command, phone))[0] ?? '', /^Здравствуйте/);

  const { events } = (await chat.admin.get('/api/security?outcome=failure')).body;
  // a slow run lasts longer than one gathering period, and so makes more than one row
  const counts: Record<string, number> = {};
  for (const { event, count, details } of events) {
    t.is(details, 'Ссылка для Telegram');
    counts[event] = (counts[event] ?? 0) + count;
  }
  t.deepEqual(counts, { 'login.code_failed': 10, 'login.limited': 1 });
});

test('an untied chat stays so: neither the name there nor a link from before brings it back', async (t) => {
  const chat = await startVenueChat(t);
  t.regex((await chat.say('/start', barman))[0] ?? '', /^Здравствуйте, Иван/);
  t.like((await chat.user.get('/api/auth/telegram')).body, { telegram: { linked: true, bot: true } });
  const before = await commandOf(chat.user);

  for (let twice = 0; twice < 2; twice += 1) t.is((await chat.user.delete('/api/auth/telegram')).status, 200);

  t.like((await chat.user.get('/api/auth/telegram')).body, { telegram: { linked: false } });
  t.regex((await chat.say('Джемесон +1', barman)).at(-1) ?? '', /нет в списке сотрудников.*по ссылке/s);
  t.deepEqual(await chat.say(before, barman), [BAD_LINK]);
  t.is((await eventsOf(chat)).filter((event) => event === 'user.unlinked').length, 1);
  t.is((await chat.admin.delete(`/api/users/${chat.user.id}/telegram`)).status, 200, 'nothing to untie');

  t.regex((await chat.link(chat.user, barman))[0] ?? '', /^Здравствуйте, Иван/);
  t.deepEqual((await chat.admin.get('/api/newcomers')).body.newcomers, [], 'nobody waits who is in');
});

test('who was in the chat before there were links stays there', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  await chat.db('users').where({ id: chat.admin.id }).update({ telegram_id: phone.id });

  t.regex((await chat.say('/start', phone))[0] ?? '', /^Здравствуйте, Анна/);
});

test('where a venue has no bot, the panel says so', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false, env: { BOT_URL: '' } });

  t.like((await chat.admin.get('/api/auth/telegram')).body, { telegram: { linked: false, bot: false } });
  t.like((await chat.admin.post('/api/auth/telegram')).body, { code: 'no_bot' });
});

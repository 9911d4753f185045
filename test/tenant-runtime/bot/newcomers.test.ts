import test from 'ava';
import { barman, boss, startVenueChat, stranger } from '../../support/telegram/venue-chat.ts';

test('a newcomer is listed to administrators and admitted from the panel, which the chat then shows', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start');
  await chat.say('Джемесон +1', stranger);
  const asked = chat.api.calls.findLast(({ text }) => text?.includes('хочет считать остатки'));

  t.is((await chat.user.get('/api/newcomers')).status, 403);
  const { newcomers } = (await chat.admin.get('/api/newcomers')).body;
  t.like(newcomers[0], { id: stranger.id, name: 'Пётр', username: null, refused: false });

  t.is((await chat.user.post(`/api/newcomers/${stranger.id}/admit`)).status, 403);
  const admitted = await chat.admin.post(`/api/newcomers/${stranger.id}/admit`);
  t.is(admitted.status, 200);
  t.deepEqual((await chat.admin.get('/api/newcomers')).body.newcomers, []);

  const pressed = await chat.deliver(chat.pressUpdate(boss, `refuse:${stranger.id}`, asked));
  t.true(pressed.some(({ text }) => text?.includes('Уже принят: Анна')));
  await chat.stock('Джемесон');
  t.deepEqual(await chat.say('Джемесон +1', stranger), ['Джемесон: 0 → 1 л (+1)']);
});

test('two administrators at once make one user; the panel keeps to the plan; a refusal can be thought over', async (t) => {
  const chat = await startVenueChat(t, { env: { MAX_USERS: '3' } });
  await chat.say('/start');
  await chat.say('/start', stranger);
  await chat.say('/start', { id: 504, first_name: 'Ольга' });

  const [panel, press] = await Promise.all([
    chat.admin.post(`/api/newcomers/${stranger.id}/admit`),
    chat.deliver(chat.pressUpdate(boss, `admit:${stranger.id}`)),
  ]);
  t.true([200, 409].includes(panel.status));
  t.true(press.length > 0);
  t.is((await chat.db('users').where({ telegram_id: stranger.id })).length, 1);
  t.is((await chat.admin.post(`/api/newcomers/${stranger.id}/refuse`)).status, 409);

  const full = await chat.admin.post('/api/newcomers/504/admit');
  t.like(full, { status: 409 });
  t.is(full.body.error, 'Тариф разрешает пользователей: 3');
  t.like((await chat.admin.get('/api/newcomers')).body.newcomers[0], { id: 504, refused: false });
  t.is((await chat.admin.post('/api/newcomers/504/refuse')).status, 200);
  t.true((await chat.admin.get('/api/newcomers')).body.newcomers[0].refused);
  await chat.admin.delete(`/api/users/${chat.user.id}`);
  t.is((await chat.admin.post('/api/newcomers/504/admit')).status, 200);
  t.is((await chat.admin.post('/api/newcomers/999/admit')).status, 404);
  t.is((await chat.admin.post('/api/newcomers/99999999999999999999/admit')).status, 404);
});

test('a removed user is out at once, buttons included, and may ask again; a role counts from the next message', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('/start');
  await chat.say('/start', stranger);
  await chat.press('Принять');
  await chat.say('Джемесон +1', stranger);
  const echo = chat.api.calls.at(-1);
  const user = (await chat.db('users').where({ telegram_id: stranger.id }).first()) as { id: number };

  await chat.admin.delete(`/api/users/${user.id}`);

  const data = echo?.reply_markup?.inline_keyboard.flat()[0]?.callback_data ?? '';
  const pressed = await chat.deliver(chat.pressUpdate(stranger, data, echo));
  t.is(pressed.at(-1)?.text, 'Вас нет в списке сотрудников');
  t.true((await chat.say('Джемесон +1', stranger)).at(-1)?.includes('запрос отправлен администратору'));
  t.deepEqual(await chat.quantities(), { Джемесон: 1 });

  t.true((await chat.say('/users', barman))[0]?.includes('только администратор'));
  await chat.admin.put(`/api/users/${chat.user.id}`).send({ role: 'admin' });
  t.true((await chat.say('/users', barman))[0]?.includes('Иван — администратор'));
});

test("an administrator's name in Telegram makes nobody one, not even by that administrator's consent: the bot says where the link is", async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  const other = await chat.asNewUser('deputy', 'admin', 'Вера');
  await chat.stock('Джемесон');
  const thief = { id: 505, first_name: 'Чужой', username: 'deputy' };

  for (const person of [boss, thief, boss]) {
    const [answer = '', ...rest] = await chat.say('/users', person);
    t.regex(answer, /нет в списке сотрудников/);
    t.regex(answer, /подключите Telegram по ссылке: она в панели, меню с вашим именем/);
    t.deepEqual(rest, []);
  }
  t.notRegex((await chat.say('/users', stranger))[0] ?? '', /по ссылке/);
  t.deepEqual(await chat.say('Джемесон +1', barman), ['Джемесон: 0 → 1 л (+1)']);

  t.is((await chat.admin.post('/api/newcomers/505/admit')).status, 200);
  t.like(await chat.db('users').where({ telegram_id: 505 }).first(), { username: 'tg505', role: 'user' });
  const own = await chat.admin.post(`/api/newcomers/${boss.id}/admit`);
  t.like(own, { status: 409, body: { code: 'own_name' } });
  t.regex(own.body.error, /назвался в Telegram вашим логином.*подключите Telegram по ссылке/);
  const { newcomers } = (await chat.admin.get('/api/newcomers')).body;
  t.true(newcomers.some(({ id }: { id: number }) => id === boss.id));
  t.deepEqual(await chat.db('users').whereIn('id', [chat.admin.id, other.id]).pluck('telegram_id'), [null, null]);

  await chat.link(chat.admin, { id: 506, first_name: 'Анна' });
  t.is((await chat.admin.post(`/api/newcomers/${boss.id}/admit`)).status, 200);
  t.like(await chat.db('users').where({ telegram_id: boss.id }).first(), { username: `tg${boss.id}`, role: 'user' });
});

test('a stranger whose name in Telegram turns the writing round or holds lines asks under what is seen of it', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start');
  await chat.say('/start', { id: 505, first_name: 'Лев\u202e\n✅ Принят\u2066' });
  await chat.say('/start', { id: 506, first_name: '\u200b\u2060' });

  const { newcomers } = (await chat.admin.get('/api/newcomers')).body;
  const nameOf = (id: number) => newcomers.find((one: { id: number }) => one.id === id)?.name;
  t.is(nameOf(505), 'Лев ✅ Принят');
  t.is(nameOf(506), 'Без имени');
});

test('a stranger who goes on writing is answered a few times, and is silent to the bot afterwards', async (t) => {
  const chat = await startVenueChat(t);
  const answers = [];
  for (const text of ['Джемесон +1', 'привет', 'эй', 'ответьте', 'алло'])
    answers.push((await chat.say(text, stranger)).length);
  t.deepEqual(
    answers.map((count) => count > 0),
    [true, true, true, false, false],
  );
  await chat.stock('Джемесон');
  t.deepEqual(await chat.say('Джемесон +1'), ['Джемесон: 0 → 1 л (+1)']);
});

test("Telegram's refusal to write to a stranger puts no update off", async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start');
  chat.api.faults.push({ method: 'sendMessage', status: 429, description: 'Too Many Requests', retryAfter: 60 });
  await t.notThrowsAsync(chat.say('Джемесон +1', { id: 505, first_name: 'Чужой' }));
  await t.notThrowsAsync(chat.say('Джемесон +1', { id: 505, first_name: 'Чужой' }));
  chat.api.faults.push({ method: 'sendMessage', status: 429, description: 'Too Many Requests', retryAfter: 60 });
  await t.notThrowsAsync(chat.say('ещё раз', { id: 505, first_name: 'Чужой' }));
});

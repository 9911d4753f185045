import test from 'ava';
import { down, up } from '../../../migrations/tenant/127-max.ts';
import { until } from '../../support/run/until.ts';
import { edited, openCount } from '../../support/telegram/chat-counts.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';
import { barman, boss, startBothChats, startMaxChat, stranger } from '../../support/telegram/venue-chat.ts';
import { INTERNAL_SECRET, startTenant } from '../../support/venue/tenant.ts';

const phone = { id: 88, first_name: 'Анна' };

test('calls reach the platform with the tenant’s secret and a constant token, files both ways too', async (t) => {
  const chat = await startMaxChat(t);
  await chat.stock('Джемесон');
  chat.api.headers.length = 0;

  t.regex((await chat.say('Джемесон +1'))[0] ?? '', /0 → 1 л/);
  await chat.say('/export');
  await until(() => chat.api.uploads.length === 1, 'the workbook comes');
  t.true((chat.api.uploads[0]?.length ?? 0) > 1000, 'the file has arrived whole');
  chat.api.files.set('photo-1', Buffer.from('no picture'));
  await chat.send({ photo: [{ file_id: 'photo-1', file_unique_id: 'p', width: 1, height: 1 }] });

  await until(
    () => chat.api.calls.some(({ text = '' }) => /Не нашёл|не разобрал|штрихкод/i.test(text)),
    'the photo is read',
  );

  t.true(chat.api.headers.length > 5, 'those for the file too');
  for (const { authorization, 'x-tenant-id': tenant } of chat.api.headers) {
    t.is(authorization, `Bearer ${INTERNAL_SECRET}`);
    t.is(tenant, 'test-tenant');
  }
});

test('a link of MAX names the venue, links the chat, and is the person’s own', async (t) => {
  const { max } = await startBothChats(t);
  t.deepEqual((await max.user.get('/api/auth/max')).body.max, { linked: false, bot: true });
  const { body } = await max.user.post('/api/auth/max');
  t.regex(body.link.url, /^https:\/\/max\.ru\/id77_bot\?start=test-tenant-[\w-]{43}$/);

  t.regex((await max.say(startCommand(body.link.url), phone))[0] ?? '', /^Здравствуйте, Иван/);
  t.deepEqual((await max.user.get('/api/auth/max')).body.max, { linked: true, bot: true });
  t.deepEqual((await max.user.get('/api/auth/telegram')).body.telegram, { linked: false, bot: true });
  t.like(await max.db('users').where({ id: max.user.id }).first(), { telegram_id: null, max_id: phone.id });

  const used = await max.say(startCommand(body.link.url), barman);
  t.regex(used[0] ?? '', /^Ссылка не подошла: .*«Подключить MAX»/);
});

test('a code is good in either messenger, once, and who has used it is known by messenger and number', async (t) => {
  const { telegram, max } = await startBothChats(t);
  const made = await max.user.post('/api/auth/telegram');
  const command = startCommand(made.body.link.url);
  t.regex((await max.say(command, phone))[0] ?? '', /^Здравствуйте, Иван/);
  t.regex((await max.say(command, phone))[0] ?? '', /^Здравствуйте, Иван/, 'the same message, delivered again');
  t.regex((await telegram.say(command, phone))[0] ?? '', /^Ссылка не подошла/, 'the same number is another person');
  t.like(await max.db('users').where({ id: max.user.id }).first(), { telegram_id: null, max_id: phone.id });

  await telegram.link(telegram.user, phone);
  t.like(await max.db('users').where({ id: max.user.id }).first(), { telegram_id: phone.id, max_id: phone.id });
  await max.stock('Джемесон');
  t.regex((await max.say('Джемесон +1', phone))[0] ?? '', /0 → 1 л/);
  t.regex((await telegram.say('Джемесон +1', phone))[0] ?? '', /1 → 2 л/, 'one person has both');
});

test('updates of MAX go to its bot, by the number of MAX; a venue without one refuses them', async (t) => {
  const { max } = await startBothChats(t, { notices: true });
  await max.link(max.user, phone);
  await max.stock('Джемесон');
  const post = (url: string, body: object) =>
    fetch(`${url}/internal/max-updates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${INTERNAL_SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const updates = [{ update_id: 5, ...max.sayUpdate(phone, 'Джемесон +3') }];
  t.is((await post(max.url, { updates })).status, 200);
  t.deepEqual(await max.quantities(), { Джемесон: 3 });
  t.is((await post(max.url, { updates })).status, 200);
  t.deepEqual(await max.quantities(), { Джемесон: 3 }, 'delivered again, it writes nothing');
  t.is((await post(max.url, {})).status, 400);

  const other = await startTenant(t);
  const refused = await post(other.url, { updates });
  t.is(refused.status, 409);
  t.like(await refused.json(), { code: 'no_bot' });
  t.is((await other.user.post('/api/auth/max')).status, 409);
  t.deepEqual((await other.user.get('/api/auth/max')).body.max, { linked: false, bot: false });
});

test('newcomers of both networks with the same number are two people', async (t) => {
  const { telegram, max } = await startBothChats(t, { notices: true });
  await telegram.link(telegram.admin, boss);
  t.regex((await max.say('Привет', stranger))[0] ?? '', /запрос отправлен администратору/);
  t.is(telegram.api.calls.at(-1)?.text, 'Пётр (MAX) хочет считать остатки. Принять?', 'where the administrator is');
  await telegram.say('Привет', stranger);
  const { newcomers } = (await max.admin.get('/api/newcomers')).body;
  t.deepEqual(newcomers.map(({ channel, id }: { channel: string; id: number }) => [channel, id]).sort(), [
    ['max', stranger.id],
    ['telegram', stranger.id],
  ]);

  t.like((await max.admin.post(`/api/newcomers/max-${stranger.id}/admit`)).body, { told: true });
  t.like(await max.db('users').where({ max_id: stranger.id }).first(), {
    username: `max${stranger.id}`,
    telegram_id: null,
    role: 'user',
  });
  t.regex((await telegram.say('Привет', stranger))[0] ?? '', /Запрос уже у администратора/, 'only the one of MAX');
  t.is((await max.admin.post(`/api/newcomers/${stranger.id}/refuse`)).status, 200);
  t.is((await max.admin.post(`/api/newcomers/max-999/refuse`)).status, 404);
});

test('after a card a quantity alone is about its item, once, and only right after it', async (t) => {
  let now = Date.now();
  const chat = await startMaxChat(t, { clock: () => new Date(now) });
  const { id } = await chat.createItem({ name: 'Джемесон', ean: '4600000000015' });
  const card = async (): Promise<string> => (await chat.say('4600000000015'))[0] ?? '';
  t.regex(await card(), /Остаток: 0 л\n\nНапишите количество: \+0,7 или −200 мл\nИли отправьте: Джемесон \+1$/);
  const update = { update_id: 880_001, ...chat.sayUpdate(boss, '+3') };
  t.is((await chat.deliver(update))[0]?.text, 'Джемесон: 0 → 3 л (+3)');
  chat.restart();
  now += 3600_000;
  await chat.deliver(update);
  t.deepEqual(await chat.quantities(), { Джемесон: 3 }, 'delivered again, even much later, it writes nothing');
  t.regex((await chat.say('+1'))[0] ?? '', /нет названия/, 'the card was answered');

  await card();
  await chat.say('/last');
  t.regex(
    (await chat.say('+1'))[0] ?? '',
    /нет названия.*\nЧтобы ответить на сообщение, смахните его/,
    'another message',
  );
  await card();
  await chat.deliver(chat.pressUpdate(boss, 'last:0'));
  t.regex((await chat.say('+1'))[0] ?? '', /нет названия/, 'a button came between');
  await card();
  now += 10 * 60_000 + 1;
  t.regex((await chat.say('+1'))[0] ?? '', /нет названия/, 'too late');
  await card();
  await chat.say('+1', stranger);
  t.deepEqual(await chat.quantities(), { Джемесон: 3 }, 'another person has no cards here');
  t.is((await chat.say('+1'))[0], 'Джемесон: 3 → 4 л (+1)');

  await card();
  t.regex((await chat.say('+1\n+2'))[0] ?? '', /нет названия/, 'two quantities');
  await card();
  await chat.say('Абсолют +1');
  t.deepEqual(await chat.quantities(), { Джемесон: 4 }, 'a line with a name is about that name');
  await card();
  const bare = await chat.say('5');
  t.regex(bare[0] ?? '', /Джемесон/, 'without a sign the bot asks which way');
  t.deepEqual(await chat.quantities(), { Джемесон: 4 });
  const swiped = chat.api.calls.findLast(({ text = '' }) => text.includes('Напишите количество'));
  await chat.say('/last');
  t.is((await chat.answer(swiped, '+1'))[0], 'Джемесон: 4 → 5 л (+1)', 'a card can be answered at any time');
  t.is((await chat.admin.get(`/api/items/${id}`)).body.item?.quantity ?? 5, 5);
});

test('two cards at once, or a question that waits for a number too, are not guessed between', async (t) => {
  const chat = await startMaxChat(t);
  await chat.createItem({ name: 'Джемесон', ean: '4600000000015' });
  await chat.createItem({ name: 'Абсолют' });
  await chat.db('bot_replies').insert([
    { channel: 'max', chat_id: boss.id, message_id: 1, item_id: 1, created_at: new Date() },
    { channel: 'max', chat_id: boss.id, message_id: 2, item_id: 2, created_at: new Date() },
  ]);
  t.regex((await chat.say('+1'))[0] ?? '', /нет названия/);

  await chat.say('Абсолют +2 бутылки');
  await chat.say('4600000000015');
  t.regex((await chat.say('0,7'))[0] ?? '', /«Абсолют» ещё ждёт ответа/);
  t.deepEqual(await chat.quantities(), { Джемесон: 0, Абсолют: 0 });
  await chat.say('4600000000015');
  t.is((await chat.say('+0,7'))[0], 'Джемесон: 0 → 0,7 л (+0,7)', 'a size has no sign');
});

test('in a count a number after a card is what was found', async (t) => {
  const chat = await startMaxChat(t);
  await chat.createItem({ name: 'Джемесон', ean: '4600000000015' });
  await chat.db('items').update({ volume_ml: 700 });
  await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  t.regex((await chat.say('4600000000015'))[0] ?? '', /Напишите количество: 0,7 или 2 бутылки/);
  t.is((await chat.say('2'))[0], 'В подсчёт «Январь»: Джемесон 2 л');
});

test('in Telegram a card opens the field of its answer, and a quantity alone is nobody’s', async (t) => {
  const { telegram: chat } = await startBothChats(t);
  await chat.link(chat.admin, boss);
  await chat.createItem({ name: 'Джемесон', ean: '4600000000015' });
  await chat.say('4600000000015');
  t.true(chat.api.calls.at(-1)?.reply_markup?.force_reply);
  t.regex(chat.api.calls.at(-1)?.text ?? '', /Ответьте на это сообщение количеством/);
  t.regex(
    (await chat.say('+1'))[0] ?? '',
    /нет названия, не записано\. Что это\? Ответьте на это сообщение названием\.$/,
  );
});

test('messages are cut at what MAX takes, and lists have no more rows of buttons', async (t) => {
  const chat = await startMaxChat(t);
  await chat
    .db('users')
    .insert(
      Array.from({ length: 60 }, (_, index) => ({ username: `person${index}`, name: `${index} ${'я'.repeat(90)}` })),
    );
  const calls = await chat.deliver(chat.sayUpdate(boss, '/users'));
  const rows = calls.at(-1)?.reply_markup?.inline_keyboard ?? [];
  t.true(rows.length <= 30);
  t.deepEqual(
    rows.at(-1)?.map(({ text }) => text),
    ['1 из 4', '›'],
  );
  const [second] = await chat.press('›');
  t.regex(second?.text ?? '', /^18 я/);
  t.deepEqual(
    second?.reply_markup?.inline_keyboard.at(-1)?.map(({ text }) => text),
    ['‹', '2 из 4', '›'],
  );

  await openCount(chat, { areas: Array.from({ length: 50 }, (_, index) => ({ name: `Зона ${index}`, userId: null })) });
  await chat.say('/count');
  const [areas] = await chat.press('Январь');
  t.true((areas?.reply_markup?.inline_keyboard.length ?? 99) <= 30);
  await chat.press('›');
  await chat.press('›');
  await chat.press('Зона 49');
  t.like(await chat.db('bot_counters').first(), { user_id: chat.admin.id });

  for (let index = 0; index < 60; index += 1) await chat.stock(`${index} ${'Ж'.repeat(90)}`);
  const lines = Array.from({ length: 60 }, (_, index) => `${index} ${'Ж'.repeat(90)} 1`).join('\n');
  const parts = await chat.say(lines.slice(0, 3900));
  t.true(parts.length > 1);
  t.true(parts.every((text) => text.length <= 4000));
});

test('a toast is said only where the answer has no other words', async (t) => {
  const chat = await startMaxChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  const toasts = (calls: { method: string; text?: string }[]) =>
    calls.flatMap(({ method, text }) => (method === 'answerCallbackQuery' ? [text ?? null] : []));
  const undone = await chat.press('Отменить');
  t.deepEqual(toasts(undone), [null]);
  t.true(undone.some(({ method, text = '' }) => method === 'editMessageText' && /Отменено/.test(text)));
  t.deepEqual(toasts(await chat.deliver(chat.pressUpdate(boss, 'nothing'))), ['Эта кнопка больше не действует']);
});

test('administrators are asked and decide in every messenger that they have; the second one is told', async (t) => {
  const { telegram, max } = await startBothChats(t);
  await telegram.link(telegram.admin, boss);
  await max.link(max.admin, phone);
  await telegram.say('Привет', stranger);
  const question = 'Пётр хочет считать остатки. Принять?';
  t.true(telegram.api.calls.some(({ chat_id, text }) => chat_id === boss.id && text === question));
  t.true(max.api.calls.some(({ chat_id, text }) => chat_id === phone.id && text === question));
  await max.say('Привет', stranger);

  telegram.api.calls.length = 0;
  const ofTelegram = max.pressUpdate(phone, `admit:${stranger.id}`);
  t.is(edited(await max.deliver(ofTelegram)), 'Пётр: доступ открыт.');
  t.regex(telegram.api.calls.at(-1)?.text ?? '', /^Вас приняли/, 'in the newcomer’s messenger');
  t.is(telegram.api.calls.at(-1)?.chat_id, stranger.id);
  const late = await telegram.deliver(telegram.pressUpdate(boss, `refuse:${stranger.id}`));
  t.regex(edited(late), /Уже принят: Анна/);

  max.api.calls.length = 0;
  const ofMax = await telegram.deliver(telegram.pressUpdate(boss, `admit:max-${stranger.id}`));
  t.is(edited(ofMax), 'Пётр (MAX): доступ открыт.');
  t.like(max.api.calls.at(-1), { chat_id: stranger.id, method: 'sendMessage' });
  t.is((await max.db('users').where({ telegram_id: stranger.id }).orWhere({ max_id: stranger.id })).length, 2);
});

test('a messenger that is away keeps no newcomer of the other one waiting', async (t) => {
  const { telegram, max } = await startBothChats(t);
  await telegram.link(telegram.admin, boss);
  telegram.api.faults.push({ method: 'sendMessage', status: 502, description: 'Bad Gateway' });
  t.regex(
    (await max.say('Привет', stranger))[0] ?? '',
    /Попросите администратора .* подключить к этому боту свой MAX\.$/,
  );
  await telegram.say('/start');
  t.regex(telegram.api.calls.at(-1)?.text ?? '', /Пётр \(MAX\) хочет считать/, 'asked later');
});

test('who has stopped the bot of MAX is told nothing there, and is named in the panel', async (t) => {
  const { telegram, max } = await startBothChats(t);
  await max.link(max.user, phone);
  await telegram.link(telegram.user, barman);
  const status = (state: string) => ({ user: { id: 1, is_bot: true, first_name: 'bot' }, status: state });
  await max.deliver({
    my_chat_member: {
      chat: { ...phone, type: 'private' },
      from: phone,
      date: 0,
      old_chat_member: status('member'),
      new_chat_member: status('kicked'),
    },
  });
  const { bot } = (await max.admin.get('/api/bot')).body;
  t.is(bot.max.url, 'https://max.ru/id77_bot?start=test-tenant', 'it names the venue, and nobody');
  t.like(bot.blocked, [{ channel: 'max', userId: max.user.id, name: 'Иван' }]);
  t.is(bot.blocked.length, 1);
  await max.say('/help', phone);
  t.deepEqual((await max.admin.get('/api/bot')).body.bot.blocked, []);

  max.api.faults.push({ method: 'sendMessage', status: 403, description: 'Forbidden: the person has stopped the bot' });
  await max.say('/help', phone);
  t.like((await max.admin.get('/api/bot')).body.bot.blocked, [{ channel: 'max', userId: max.user.id }]);
});

test('both chats are unlinked where a thief may have linked them, one where the person says so', async (t) => {
  const { telegram, max } = await startBothChats(t);
  const both = async () => {
    await telegram.link(telegram.user, barman);
    await max.link(max.user, phone);
  };
  const chats = async () => {
    const { telegram_id, max_id } = await max.db('users').where({ id: max.user.id }).first();
    return [telegram_id, max_id];
  };
  await both();
  t.like((await max.admin.get('/api/users')).body.users[1], { in_telegram: true, in_max: true });
  await max.user.delete('/api/auth/max');
  t.deepEqual(await chats(), [barman.id, null]);
  await both();
  await max.admin.delete(`/api/users/${max.user.id}/telegram`);
  t.deepEqual(await chats(), [null, phone.id]);
  await both();
  await max.admin.post(`/api/users/${max.user.id}/reset-password`);
  t.deepEqual(await chats(), [null, null]);
  const { events } = (await max.admin.get('/api/security?kind=people')).body;
  t.is(
    events.filter(
      ({ event, details }: { event: string; details: string }) => event === 'user.unlinked' && details === 'MAX',
    ).length,
    2,
  );

  const other = { id: 99, first_name: 'Анна' };
  await max.link(max.admin, phone);
  await max.link(max.admin, other);
  t.regex(
    max.api.calls.findLast(({ chat_id }) => chat_id === phone.id)?.text ?? '',
    /^Этот чат отключён: по вашей ссылке подключён другой MAX/,
  );
});

test('notices go to every messenger that a person has; one that is away delays none of the other and repeats nothing', async (t) => {
  const { telegram, max } = await startBothChats(t, { notices: true });
  await telegram.link(telegram.user, barman);
  await max.link(max.user, phone);
  const vera = await max.asNewUser('vera', 'user', 'Вера');
  await max.link(vera, { id: 99, first_name: 'Вера' });
  const textsIn = ({ api }: typeof max, id: number): string[] =>
    api.calls.flatMap(({ method, chat_id, text = '' }) =>
      method === 'sendMessage' && chat_id === id ? (/«(.+?)»/.exec(text)?.[1] ?? text) : [],
    );
  await max.stock('Джемесон');
  for (const { api } of [telegram, max]) api.calls.length = 0;
  const away = { method: 'sendMessage', status: 502, description: 'Bad Gateway' };
  telegram.api.faults.push(...Array.from({ length: 100 }, () => ({ ...away })));

  await openCount(max);
  await openCount(max, { title: 'Проверка', spot: true });
  for (const id of [phone.id, 99]) {
    await until(() => textsIn(max, id).length === 2, 'MAX tells both notices', 20_000);
    t.deepEqual(textsIn(max, id), ['Январь', 'Проверка']);
  }
  t.true(telegram.api.faults.length > 0, 'Telegram is still away');

  telegram.api.faults.length = 0;
  telegram.api.calls.length = 0;
  telegram.services.notices.send();
  await until(() => textsIn(telegram, barman.id).length === 2, 'Telegram tells both', 20_000);
  t.deepEqual(textsIn(telegram, barman.id), ['Январь', 'Проверка']);
  await until(async () => (await max.db('notices').whereNull('done_at')).length === 0, 'nothing is left', 20_000);
  for (const id of [phone.id, 99]) t.deepEqual(textsIn(max, id), ['Январь', 'Проверка']);
  t.deepEqual(textsIn(telegram, 99), []);
});

test('/open gives links for a browser, and pages for the bridge, which knows whether the bot has any', async (t) => {
  const chat = await startMaxChat(t, { publicUrl: 'https://proba.example' });
  const calls = await chat.deliver(chat.sayUpdate(boss, '/open'));
  const [apps, links] = (calls[0]?.reply_markup?.inline_keyboard ?? []) as {
    url?: string;
    web_app?: { url: string };
  }[][];
  t.is(calls.length, 1);
  t.deepEqual(
    apps?.map(({ web_app }) => web_app?.url),
    ['https://proba.example/enter', 'https://proba.example/enter?to=scan'],
  );
  t.regex(links?.[0]?.url ?? '', /^https:\/\/proba\.example\/enter#code=/);
  t.is(links?.length, 2);
});

test('a call that MAX takes later is tried again; one that takes too long is put off with its update', async (t) => {
  const chat = await startMaxChat(t);
  await chat.stock('Джемесон');
  const tooMany = { method: 'sendMessage', status: 429, description: 'Too Many Requests' };
  chat.api.faults.push({ ...tooMany, retryAfter: 1 });
  t.is((await chat.say('Джемесон +1')).at(-1), 'Джемесон: 0 → 1 л (+1)');
  chat.api.faults.push({ ...tooMany, retryAfter: 60 });
  const update = { update_id: 880_100, ...chat.sayUpdate(boss, 'Джемесон +1') };
  await t.throwsAsync(chat.deliver(update), { name: 'Unavailable' });
  chat.restart();
  t.is((await chat.deliver(update))[0]?.text, 'Джемесон: 1 → 2 л (+1)', 'written once, told when it can be');
});

test('a release without MAX finds the people of Telegram as they were', async (t) => {
  const { telegram, max } = await startBothChats(t);
  await telegram.link(telegram.user, barman);
  await max.link(max.admin, phone);
  await telegram.say('Привет', stranger);
  await max.say('Привет', stranger);
  await max.stock('Джемесон');
  await max.say('Джемесон +1', phone);
  await telegram.say('Джемесон +1', barman);

  await down(max.db);
  t.is((await max.db('newcomers')).length, 1);
  t.deepEqual(await max.db('bot_messages').distinct('channel').pluck('channel'), ['telegram']);
  await t.throwsAsync(max.db('bot_files').insert({ channel: 'max', file_id: '1', name: 'x', created_at: new Date() }));
  await up(max.db);
  t.like(await max.db('users').where({ id: max.user.id }).first(), { telegram_id: barman.id, max_id: null });
  t.is((await telegram.say('Джемесон +1', barman))[0], 'Джемесон: 2 → 3 л (+1)');
});

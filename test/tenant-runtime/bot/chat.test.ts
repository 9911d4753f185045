import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import type { Update } from 'grammy/types';
import { createBot } from '../../../tenant-runtime/src/bot/bot.ts';
import { createTelegramTransport } from '../../../tenant-runtime/src/bot/telegram-transport.ts';
import { barman, boss, startVenueChat, stranger } from '../../support/telegram/venue-chat.ts';

test('a message changes the stock and is echoed with one button that undoes it once', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +4,6');

  t.deepEqual(await chat.say('Джемесон +0,7'), ['Джемесон: 4,6 → 5,3 л (+0,7)']);
  t.deepEqual(chat.buttons(), ['Отменить']);

  const first = await chat.press('Отменить');
  t.is(
    first.find(({ method }) => method === 'editMessageText')?.text?.split('\n')[1],
    'Отменено: Джемесон: 5,3 → 4,6 л (−0,7)',
  );
  const second = await chat.press('Отменить');
  t.is(second.find(({ method }) => method === 'answerCallbackQuery')?.text, 'Уже отменено');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.6 });
});

test('good lines apply, bad ones are named in the same reply, all are undone by one button', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг');

  const [reply = ''] = await chat.say('Джемесон +1\nЛимон +100 мл\nЛимон -200 г');

  t.true(reply.startsWith('Джемесон: 0 → 1 л (+1)\nЛимон: 0 → −0,2 кг (−0,2)\n\nНе записано:\n«Лимон» +100 мл'), reply);
  await chat.press('Отменить всё');
  t.deepEqual(await chat.quantities(), { Джемесон: 0, Лимон: 0 });
});

test('words for plus and minus, several lines, millilitres, grams and a part of a name are understood', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг');

  await chat.say('джем плюс 4\nДжемесон минус 100 мл\nЛимон минус 200 г');
  await chat.press('Джемесон +4 л');

  t.deepEqual(await chat.quantities(), { Джемесон: 3.9, Лимон: -0.2 });
});

test('an unclear name is asked about, the question outlives a restart and is answered once', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо');

  await chat.say('мартини +0,5');
  t.is(await chat.changeCount(), 0);
  t.deepEqual(chat.buttons(), ['Мартини Россо +0,5 л', 'Мартини Бьянко +0,5 л', 'Не записывать']);

  const asked = chat.api.calls.at(-1);
  chat.restart();
  await chat.press('Мартини Бьянко');
  const late = await chat.deliver(chat.pressUpdate(boss, 'answer:1:0', asked));
  t.is(late.at(-1)?.text, 'Уже отвечено');
  t.deepEqual(await chat.quantities(), { 'Мартини Бьянко': 0.5, 'Мартини Россо': 0 });
});

test('a question a day old and a button of nobody are answered politely', async (t) => {
  let now = new Date('2026-03-01T12:00:00Z');
  const chat = await startVenueChat(t, { clock: () => now });
  await chat.stock('Мартини Бьянко', 'Мартини Россо');
  await chat.say('мартини +0,5');
  now = new Date(Date.now() + 25 * 3600_000);

  t.is((await chat.press('Мартини Бьянко')).at(-1)?.text, 'Вопрос устарел. Напишите ещё раз');
  t.is((await chat.deliver(chat.pressUpdate(boss, 'nonsense'))).at(-1)?.text, 'Эта кнопка больше не действует');
  t.is(await chat.changeCount(), 0);
});

test('an administrator adds an unknown item with its unit from the chat, staff only where the venue lets them', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Абсолют');
  await chat.say('Мята +50 г', barman);
  await chat.press('Добавить «Мята»', barman);
  await chat.press('кг', barman);
  await chat.admin.put('/api/settings').send({ staffAddsItems: false });

  t.true((await chat.say('Лаванда +200 г', barman))[0]?.includes('Добавить её может администратор'));
  t.true((await chat.say('Лаванда +200 г'))[0]?.includes('такой позиции нет'));
  await chat.press('Добавить «Лаванда»');
  await chat.press('кг');

  t.deepEqual(await chat.quantities(), { Абсолют: 0, Мята: 0.05, Лаванда: 0.2 });
});

test('an update delivered again changes nothing more and repeats the echo', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг');
  const update = { update_id: 9_000_001, ...chat.sayUpdate(boss, 'Джемесон +1\nЛимон +1') };

  const once = await chat.deliver(update);
  const again = await chat.deliver(update);

  t.is(again[0]?.text, once[0]?.text);
  t.deepEqual(await chat.quantities(), { Джемесон: 1, Лимон: 1 });
});

test('/undo takes back the last own change, and the same /undo delivered again nothing more', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  await chat.say('Джемесон +2');
  const update = { update_id: 9_000_002, ...chat.sayUpdate(boss, '/undo') };

  await chat.deliver(update);
  await chat.deliver(update);

  t.deepEqual(await chat.quantities(), { Джемесон: 1 });
  t.true((await chat.say('/last'))[0]?.includes('Анна, чат, отмена\nДжемесон: −2 → 1 л'));
  t.deepEqual(await chat.say('/undo', barman), ['Отменять нечего: ваших изменений нет']);
});

test('Telegram out of order is reported as unavailable and the repeated delivery changes nothing twice', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const update = { update_id: 9_000_003, ...chat.sayUpdate(boss, 'Джемесон +1') };
  chat.api.faults.push({ method: 'sendMessage', status: 502, description: 'Bad Gateway' });

  await t.throwsAsync(() => chat.deliver(update), { message: /недоступен/ });
  const again = await chat.deliver(update);

  t.is(again[0]?.text, 'Джемесон: 0 → 1 л (+1)');
  t.deepEqual(await chat.quantities(), { Джемесон: 1 });
});

test('a short "too many requests" is waited out, a blocked chat is recorded', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  chat.api.faults.push({ method: 'sendMessage', status: 429, description: 'Too Many Requests', retryAfter: 1 });
  t.is((await chat.say('Джемесон +1')).length, 2);

  chat.api.faults.push({ method: 'sendMessage', status: 403, description: 'Forbidden: bot was blocked by the user' });
  await chat.say('Джемесон +1');
  t.is((await chat.db('bot_chats').where({ chat_id: boss.id }).whereNotNull('blocked_at')).length, 1);
  t.deepEqual(await chat.quantities(), { Джемесон: 2 });
});

test('a database that is away leaves the update to be delivered again', async (t) => {
  const chat = await startVenueChat(t);
  const away = connect('postgres://nobody@127.0.0.1:1/none', { max: 1 });
  t.teardown(() => away.destroy());
  const bot = createBot({
    ...chat.services,
    db: away,
    log: createLog('bot', 'silent'),
    clock: () => new Date(),
    transport: createTelegramTransport({ token: '42:test', apiRoot: chat.api.apiRoot }),
    tenantId: 'test-tenant',
    venue: { name: 'Проба', timezone: 'Europe/Moscow' },
    writeElsewhere: async () => false,
  });

  const update = { update_id: 9_000_004, ...chat.sayUpdate(boss, 'Джемесон +1') } as Update;
  await t.throwsAsync(() => bot.handleUpdate(update), { message: /недоступен/ });
});

test('a stranger may do nothing until an administrator admits them', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  await chat.stock('Джемесон');
  t.true((await chat.say('Джемесон +1', stranger))[0]?.includes('Попросите администратора'));
  await chat.link(chat.admin, boss);
  t.deepEqual(chat.buttons(), ['Принять', 'Отклонить']);
  t.is(await chat.changeCount(), 0);

  await chat.press('Принять');

  t.deepEqual(await chat.say('Джемесон +1', stranger), ['Джемесон: 0 → 1 л (+1)']);
  const [change] = await chat.db('changes').join('users', 'users.id', 'user_id').select('users.telegram_id');
  t.is(change.telegram_id, stranger.id);
});

test('nobody is admitted beyond the plan, and a refused newcomer stays outside', async (t) => {
  const chat = await startVenueChat(t, { env: { MAX_USERS: '2' } });
  await chat.say('/start');
  await chat.say('/start', stranger);

  const calls = await chat.press('Принять');
  t.is(calls.at(-1)?.text, 'Тариф разрешает пользователей: 2');
  await chat.press('Отклонить');
  t.true((await chat.say('/start', stranger))[0]?.includes('отклонил'));
});

test('/users lists and removes staff for administrators alone', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start', barman);

  t.true((await chat.say('/users', barman))[0]?.includes('только администратор'));
  t.true((await chat.say('/users'))[0]?.includes('Иван — сотрудник'));
  await chat.press('Удалить: Иван');
  await chat.press('Удалить');

  t.true((await chat.say('Джемесон +1', barman)).at(-1)?.includes('нет в списке сотрудников'));
});

test('/find tells quantities, /report filters by group and deviation', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Мартини Бьянко', group: 'wine', quantity: 1.5, expected: 2 });
  await chat.createItem({ name: 'Джемесон', group: 'strong', quantity: 4, expected: 4.2 });

  t.deepEqual(await chat.say('/find мартини'), ['Мартини Бьянко: 1,5 л']);
  t.true((await chat.say('/report'))[0]?.includes('Джемесон: −0,2 л (есть 4, по учёту 4,2)'));
  const calls = await chat.press('≥0,375');
  const text = calls.find(({ method }) => method === 'editMessageText')?.text ?? '';
  t.true(text.includes('Мартини Бьянко: −0,5 л') && !text.includes('Джемесон'), text);
});

test('a message of 300 lines is answered in parts within the limit of Telegram', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');

  const answers = await chat.say(Array.from({ length: 300 }, () => 'Джемесон +0,001').join('\n'));

  t.true(answers.length > 1 && answers.every((text) => text.length <= 4096));
  t.deepEqual(await chat.quantities(), { Джемесон: 0.3 });
});

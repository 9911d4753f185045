import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, startVenueChat, stranger } from '../../support/telegram/venue-chat.ts';

test('what a bottle holds is asked for once, answered with a bare number, kept in the item and counted with', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Бифитер', 'Тоник');

  t.regex((await chat.say('бифитер +2 бутылки', barman))[0] ?? '', /^«Бифитер» — сколько литров в бутылке\?/);
  t.is(await chat.changeCount(), 0);
  t.regex((await chat.say('7000', barman))[0] ?? '', /не бывает\. Ответьте: литры, например: 0,7/);
  t.deepEqual(await chat.say('0,7', barman), ['Бифитер: 0 → 1,4 л (+1,4)']);
  t.deepEqual(await chat.say('бифитер -1/2 бутылки', barman), ['Бифитер: 1,4 → 1,05 л (−0,35), бутылка 0,7 л']);

  await chat.say('тоник = 2 ящика', barman);
  await chat.press('6', barman);
  await chat.press('1 л', barman);
  t.deepEqual(await chat.quantities(), { Бифитер: 1.05, Тоник: 12 });
  t.deepEqual(await chat.db('items').orderBy('id').pluck('volume_ml'), [700, 1000]);
});

test('a bare name and a question are answered with the balance, a greeting kindly, and nothing moves', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Виски Джемесон', quantity: 4.6 });

  for (const text of ['джемесон', 'сколько джемесона', 'джемесон?', 'остаток джемесон']) {
    t.regex((await chat.say(text, barman))[0] ?? '', /^Виски Джемесон: 4,6 л/, text);
  }
  t.regex((await chat.say('Добрый вечер всем!', barman))[0] ?? '', /^Здравствуйте, Иван\./);
  t.deepEqual(await chat.say('спасибо', barman), ['Пожалуйста.']);
  t.is(await chat.changeCount(), 1);
});

test('to who counts blindly neither a name nor a question nor a new quantity tells the stock', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4.6 });
  await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь', blind: true });

  for (const text of ['джемесон', 'сколько джемесона', 'джемесон = 3', 'джемесон +1']) {
    const answers = await chat.say(text, barman);
    t.notRegex(answers.join('\n'), /4,6|1,6|→/, text);
  }
  t.deepEqual(await chat.say('джемесон = 2', barman), ['Джемесон: записано 2 л\nОстатки скрыты: идёт слепой подсчёт.']);
  t.deepEqual(await chat.quantities(), { Джемесон: 2 });
});

test('an edited «=» sets what it says now, and one that says the same changes nothing', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const first = chat.sayUpdate(barman, 'Джемесон = 3');
  await chat.deliver(first);

  t.regex((await chat.edit(first, 'Джемесон = 3'))[0] ?? '', /ничего не меняет/);
  await chat.edit(first, 'Джемесон = 2,5');
  t.deepEqual(await chat.quantities(), { Джемесон: 2.5 });
});

test('whoever is not let in yet reads that what they wrote is not saved, and /report takes a group', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Мартини', group: 'wine', quantity: 1, expected: 2 });
  await chat.createItem({ name: 'Джемесон', group: 'strong', quantity: 1, expected: 2 });

  t.regex((await chat.say('Джемесон +1', stranger)).at(-1) ?? '', /^Сообщение не сохранено/);
  t.regex((await chat.say('Джемесон +1', stranger)).at(-1) ?? '', /^Сообщение не сохранено/);
  const [report = ''] = await chat.say('/report вино');
  t.true(report.includes('Мартини') && !report.includes('Джемесон'), report);
  t.regex((await chat.say('/report сыр'))[0] ?? '', /^Такой группы нет/);
});

test('the question what a bottle or a case holds may be replied to, as it says', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Бифитер', 'Тоник|шт');
  const asked = () => chat.api.calls.findLast(({ method }) => method === 'sendMessage');

  await chat.say('бифитер +2 бутылки', barman);
  const bottle = asked();
  await chat.say('тоник +2 ящика', barman);
  const pack = asked();
  t.deepEqual(await chat.answer(bottle, '0,7 л', barman), ['Бифитер: 0 → 1,4 л (+1,4)']);
  t.deepEqual(await chat.answer(pack, '15', barman), ['Тоник: 0 → 30 шт (+30)']);
});

test('a new item that came in bottles is added in litres, and asked what its bottle holds', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('балантайнс +2 бутылки');
  await chat.press('Добавить');
  await chat.press('л');
  t.regex(
    chat.api.calls.findLast(({ method }) => method === 'editMessageText')?.text ?? '',
    /^«балантайнс» — сколько литров в бутылке\?/,
  );
  await chat.press('0,7 л');
  t.deepEqual(await chat.quantities(), { балантайнс: 1.4 });
});

import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startVenueChat } from '../../support/telegram/venue-chat.ts';

test('a part of a name, a word that others are called by too and a misspelling are asked about, a whole word is not', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Сок апельсиновый', 'Виски Джемесон 0,7', 'Совиньон Блан', 'Каберне Sauvignon', 'Мята|кг');
  await chat.stock('Ликёр Егермейстер', 'Ликёр вишнёвый', 'Ликёр Вишня');

  for (const text of ['Апельсин +2', 'совиньон +1', 'мате +1', 'джем +1', '0,7 +1', 'вишня +1']) {
    await chat.say(text);
    t.is(await chat.changeCount(), 0, text);
    t.is(chat.buttons().at(-1), 'Не записывать', text);
  }
  await chat.say('совиньон +1');
  t.deepEqual(chat.buttons(), ['Совиньон Блан +1 л', 'Каберне Sauvignon +1 л', 'Не записывать']);
  t.deepEqual(await chat.say('Джемесон +0,7'), ['Виски Джемесон 0,7: 0 → 0,7 л (+0,7)']);
  t.deepEqual(await chat.say('егермейстер +0,2'), ['Ликёр Егермейстер: 0 → 0,2 л (+0,2)']);
});

test("in a count of some items theirs come first among the options, are never missing, and another's is not written", async (t) => {
  const chat = await startVenueChat(t);
  for (const name of ['Ром А', 'Ром Б', 'Ром В', 'Ром Г', 'Ром Д', 'Ром Е', 'Ром Ж', 'Ром З', 'Ромашка']) {
    await chat.createItem({ name, category: 'Прочее' });
  }
  const rum = await chat.createItem({ name: 'Тёмный выдержанный ром', category: 'Ром' });
  const vodka = await chat.createItem({ name: 'Водка Белуга 0,7', category: 'Ром' });
  await chat.admin
    .post('/api/counts')
    .send({ key: randomUUID(), title: 'Ром', scope: 'items', itemIds: [rum.id, vodka.id] });
  await chat.say('/count');
  await chat.press('Ром');

  await chat.say('ром 0,5');
  t.is(chat.buttons()[0], 'Тёмный выдержанный ром 0,5 л');
  await chat.say('белуга 0,7');
  t.deepEqual(chat.buttons(), ['Водка Белуга 0,7 0,7 л', 'Не записывать']);
  await chat.press('Водка Белуга');
  t.deepEqual(await chat.db('count_entries').pluck('item_id'), [vodka.id]);
});

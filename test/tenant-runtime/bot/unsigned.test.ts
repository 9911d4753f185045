import test from 'ava';
import { barman, boss, startVenueChat } from '../../support/telegram/venue-chat.ts';

const WAYS = ['Джемесон +0,7 л', 'Джемесон −0,7 л', 'Джемесон = 0,7 л', 'Не записывать'];

test('a quantity without a sign is asked which way it is meant, and moves nothing before', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });

  for (const [pressed, left] of [
    ['Джемесон +0,7', 4.7],
    ['Джемесон −0,7', 4],
    ['Джемесон = 0,7', 0.7],
  ] as const) {
    const before = await chat.quantities();
    t.deepEqual(await chat.say('Джемесон 0,7'), ['«Джемесон 0,7» — прибавить, списать или столько есть?']);
    t.deepEqual(chat.buttons(), WAYS);
    t.deepEqual(await chat.quantities(), before);
    await chat.press(pressed);
    t.deepEqual(await chat.quantities(), { Джемесон: left });
  }
});

test('what was answered without a sign is corrected the way it was answered', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  const message = chat.sayUpdate(boss, 'Джемесон 0,7');
  await chat.deliver(message);
  await chat.press('Джемесон −0,7');

  await chat.edit(message, 'Джемесон 0,8');
  t.deepEqual(await chat.quantities(), { Джемесон: 3.2 });
  await chat.edit(message, 'Джемесон = 2');
  t.deepEqual(await chat.quantities(), { Джемесон: 2 });
});

test('what was answered to be there is corrected to what is there', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  const message = chat.sayUpdate(boss, 'Джемесон 0,7');
  await chat.deliver(message);
  await chat.press('Джемесон = 0,7');

  await chat.edit(message, 'Джемесон 0,8');
  t.deepEqual(await chat.quantities(), { Джемесон: 0.8 });
});

test('an answer that comes late keeps what others have recorded since', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  await chat.say('Джемесон 2');
  await chat.say('Джемесон -0,5', barman);
  await chat.press('Джемесон = 2');
  t.deepEqual(await chat.quantities(), { Джемесон: 1.5 });
});

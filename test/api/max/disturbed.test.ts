import test from 'ava';
import { type BridgedChat, startBridgedChat } from '../../support/max/bridged-chat.ts';
import { until } from '../../support/run/until.ts';
import { barman, boss, type Person } from '../../support/telegram/venue-chat.ts';

const write = ({ max, bot, personOf }: BridgedChat, person: Person, text: string): string =>
  max.write(bot, personOf(person), text);

const answersOf = ({ max, bot, personOf }: BridgedChat, person: Person): string[] =>
  max.sent(bot, personOf(person)).map(({ text }) => text ?? '');

test('events that come again, in any order, are applied once', async (t) => {
  const chat = await startBridgedChat(t);
  await chat.stock('Лимон|кг', 'Мята|кг');
  Object.assign(chat.max.webhooks, { repeat: 3, shuffle: true, delayMs: 30, concurrency: 6 });

  for (let round = 0; round < 20; round += 1) {
    write(chat, barman, 'Лимон +1');
    write(chat, boss, 'Мята +2');
  }
  await chat.settled();

  t.deepEqual(await chat.quantities(), { Лимон: 20, Мята: 40 });
  t.is(answersOf(chat, barman).filter((text) => text.startsWith('Лимон')).length, 20);
});

test('what people write while MAX is cut off is written once it is back, in order and once, and it is noticed', async (t) => {
  const chat = await startBridgedChat(t);
  const { max, bridge } = chat;
  await chat.stock('Джемесон');
  const state = async (): Promise<string> => (await bridge.db('max_bots').first('state')).state;
  await chat.say('Джемесон +1', barman);

  // the message is known, but the answer cannot be sent
  max.interfere = ({ path }) => (path === '/messages' ? 'cut' : undefined);
  write(chat, barman, 'Джемесон +0,5');
  await until(async () => (await chat.quantities()).Джемесон === 1.5, 'it is written all the same');
  max.interfere = undefined;
  max.down = true;
  write(chat, barman, 'Джемесон = 3');
  write(chat, barman, 'Джемесон −0,2');
  for (let minute = 0; minute < 3; minute += 1) await bridge.look();
  t.is(await state(), 'unreachable');
  t.is((await chat.quantities()).Джемесон, 1.5);

  max.down = false;
  max.retryNow();
  await until(async () => (await chat.quantities()).Джемесон === 2.8, 'everything has come');
  await bridge.look();
  await chat.settled();
  t.is(await state(), 'ok');
  t.is((await chat.quantities()).Джемесон, 2.8);
  const said = answersOf(chat, barman).filter((text) => text.startsWith('Джемесон'));
  t.deepEqual(
    said.map((text) => text.split('\n')[0]),
    [
      'Джемесон: 0 → 1 л (+1)',
      'Джемесон: 1 → 1,5 л (+0,5)',
      'Джемесон: 1,5 → 3 л (+1,5)',
      'Джемесон: 3 → 2,8 л (−0,2)',
    ],
  );
});

test('a subscription that MAX has dropped is renewed, and what came meanwhile is fetched', async (t) => {
  const chat = await startBridgedChat(t);
  await chat.stock('Лимон|кг');
  await chat.say('Лимон +1', barman);
  chat.max.loseSubscriptions(chat.bot);
  write(chat, barman, 'Лимон +2');
  write(chat, barman, 'Лимон = 10');
  t.is((await chat.quantities()).Лимон, 1);

  await chat.bridge.look();
  await chat.settled();
  t.is((await chat.quantities()).Лимон, 10);
  await chat.say('Лимон −1', barman);
  t.is((await chat.quantities()).Лимон, 9);
  t.is(chat.max.subscriptions(chat.bot).length, 1);
});

test('what comes hours late counts from when it was written', async (t) => {
  let now = Date.now();
  const chat = await startBridgedChat(t, { clock: () => new Date(now) });
  await chat.stock('Лимон|кг');
  chat.max.webhooks.hold = true;
  write(chat, barman, 'Лимон = 10');
  now += 3 * 3600_000;
  chat.max.webhooks.hold = false;
  write(chat, boss, 'Лимон +1');
  await until(async () => (await chat.quantities()).Лимон === 1, 'the later one has come');
  chat.max.releaseHeld();
  await chat.settled();

  // ten were found three hours ago, and one was added since
  t.is((await chat.quantities()).Лимон, 11);
});

test('an edit that overtakes its message is written in its place, and the message that comes later is known', async (t) => {
  const chat = await startBridgedChat(t);
  const { max, bot, personOf } = chat;
  await chat.stock('Джемесон');
  max.webhooks.hold = true;
  const mid = write(chat, barman, 'Джемесон +7');
  max.webhooks.hold = false;
  max.webhooks.repeat = 2;
  max.edit(bot, personOf(barman), mid, 'Джемесон +0,7');
  await until(async () => (await chat.quantities()).Джемесон === 0.7, 'the edit is written');
  max.releaseHeld();
  await chat.say('Джемесон +1', barman);

  t.is((await chat.quantities()).Джемесон, 1.7);
  const said = answersOf(chat, barman).map((text) => text.split('\n')[0]);
  t.deepEqual(said.slice(-2), ['Джемесон: 0 → 0,7 л (+0,7)', 'Джемесон: 0,7 → 1,7 л (+1)']);
  t.false(said.some((text) => /не записывал/.test(text ?? '')));

  // a bot that was connected anew does not know what it has had before
  max.webhooks.hold = true;
  const earlier = write(chat, barman, 'Джемесон +5');
  max.webhooks.hold = false;
  await chat.bridge.db('max_bots').update({ created_at: new Date(Date.now() + 60_000) });
  max.edit(bot, personOf(barman), earlier, 'Джемесон +0,5');
  await until(() => /не записывал/.test(answersOf(chat, barman).at(-1) ?? ''), 'the edit is asked for anew');
  t.is((await chat.quantities()).Джемесон, 1.7);
});

test('of two edits that come in the wrong order the later one stands', async (t) => {
  let now = Date.now();
  const chat = await startBridgedChat(t, { clock: () => new Date(now) });
  const { max, bot, personOf } = chat;
  await chat.stock('Лимон|кг');
  const mid = write(chat, barman, 'Лимон +1');
  await chat.settled();
  max.webhooks.hold = true;
  for (const text of ['Лимон +2', 'Лимон +3']) {
    now += 1000;
    max.edit(bot, personOf(barman), mid, text);
  }
  max.webhooks.hold = false;
  max.releaseHeld([1]);
  await until(async () => (await chat.quantities()).Лимон === 3, 'the second edit is written');
  max.releaseHeld();
  await chat.settled();
  t.is((await chat.quantities()).Лимон, 3);

  now += 1000;
  max.edit(bot, personOf(barman), mid, 'Лимон +4');
  await chat.settled();
  t.is((await chat.quantities()).Лимон, 4);
});

test('an event that a killed process has taken is handled by the next one', async (t) => {
  const chat = await startBridgedChat(t);
  await chat.stock('Лимон|кг');
  const { db } = chat.bridge;
  const [event] = await db('max_events').orderBy('id', 'desc').limit(1);
  const claimed = { ...event, key: 'message:mid.killed', handled_at: null, tenant_id: null };
  const timestamp = Date.now();
  const body = { mid: 'mid.killed', text: 'Лимон +4' };
  const who = { user_id: chat.personOf(barman).user_id, first_name: 'Иван' };
  const message = { sender: who, recipient: { chat_type: 'dialog' }, timestamp, body };
  const { id: _, ...row } = claimed;
  await db('max_events').insert({
    ...row,
    person_id: who.user_id,
    event: JSON.stringify({ update_type: 'message_created', timestamp, message }),
    claimed_until: new Date(Date.now() - 1000),
  });

  await chat.bridge.look();
  await chat.settled();
  t.is((await chat.quantities()).Лимон, 4);
});

test('kinds of events that nobody has announced are left out', async (t) => {
  const chat = await startBridgedChat(t);
  await chat.stock('Лимон|кг');
  const [{ url, secret } = { url: '', secret: '' }] = chat.max.subscriptions(chat.bot);
  const timestamp = Date.now();
  for (const event of [
    { update_type: 'message_read', timestamp, message_id: 'mid.1', user: { user_id: 1 } },
    { update_type: 'message_created', timestamp, message: null },
    { update_type: 'message_callback', timestamp },
    { update_type: 'bot_started' },
    {},
    [],
  ])
    t.is(await chat.max.forge(url, event, secret), 200, JSON.stringify(event));
  await chat.say('Лимон +1', barman);
  t.is((await chat.quantities()).Лимон, 1);
});

import test from 'ava';
import {
  call,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

let platform: TestPlatform;
let owner: TestOwner;
let venue: TestVenue;
test.before(async () => {
  platform = await startTestPlatform();
  owner = await newOwner(platform);
  venue = await newVenue(platform, owner);
});
test.after.always(() => platform?.stop());

const page = async (path: string, body?: object) =>
  (await call(platform.url, body ? 'POST' : 'GET', `/sandbox/api${path}`, { body })).body;

test.serial('a bot of MAX is made in the built-in chat, connected to a venue, and counts there', async (t) => {
  const { bot } = await page('/bots', { name: 'Бар', channel: 'max' });
  const connected = await owner.call('PUT', `/api/provision/tenant/${venue.id}/max`, { botToken: bot.token });
  t.is(connected.status, 200, connected.body.error);
  t.like(connected.body.max.bot, { username: bot.username, state: 'ok' });
  const { link } = (await owner.call('POST', `/api/provision/tenant/${venue.id}/max-link`)).body;
  const opened = new URL(link);
  t.is(`${opened.pathname}?bot=${opened.searchParams.get('bot')}`, `/sandbox/chat?bot=${bot.username}`);
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  const { person } = await page('/people', { first_name: 'Анна' });
  const chat = `/chats/${bot.id}/${person.id}`;
  const said = async () =>
    (await page(`${chat}/messages`)).messages.filter(({ from_bot }: { from_bot: boolean }) => from_bot);
  const write = (text: string) => page(`${chat}/messages`, { text });

  await write(`/start ${opened.searchParams.get('start')}`);
  await until(async () => (await said()).length > 0, 'the administrator is greeted');
  await write('Ром +0,7');
  await until(async () => (await venue.call('GET', '/api/items')).body.items[0].quantity === 1.7, 'it is counted');
  await until(async () => /Ром/.test((await said()).at(-1).text), 'the bot answers');

  const { message_id, reply_markup } = (await said()).at(-1);
  const undo = reply_markup.inline_keyboard.flat().find(({ text }: { text: string }) => /Отменить/.test(text));
  await page(`${chat}/callback`, { message_id, data: undo.callback_data });
  await until(async () => (await venue.call('GET', '/api/items')).body.items[0].quantity === 1, 'it is taken back');
});

test.serial('a token of the built-in Telegram is refused as MAX’s', async (t) => {
  const { bot } = await page('/bots', { name: 'Бар' });
  const { status, body } = await owner.call('PUT', `/api/provision/tenant/${venue.id}/max`, { botToken: bot.token });
  t.is(status, 400);
  t.is(body.code, 'bot_token_refused');
});

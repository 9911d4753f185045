import test from 'ava';
import { newOwner, newVenue, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';

test('with TELEGRAM_UPDATES=webhook a message reaches the venue and is answered', async (t) => {
  const platform = await startTestPlatform({ TELEGRAM_UPDATES: 'webhook' });
  t.teardown(() => platform.stop());
  const venue = await newVenue(platform, await newOwner(platform));
  await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 4.6 });
  const chat = platform.sandbox?.chat;
  const person = await chat?.createPerson({ first_name: 'Анна', username: 'boss' });
  if (!chat || !person) throw new Error('no built-in chat');

  await chat.write(venue.bot.id, person.id, startCommand(venue.telegramLink));
  await chat.write(venue.bot.id, person.id, 'Джемесон +0,7');

  const answers = async (): Promise<(string | undefined)[]> =>
    (await chat.messages(venue.bot.id, person.id)).filter(({ from_bot }) => from_bot).map(({ text }) => text);
  await until(async () => (await answers()).length === 2, 'both answers');
  t.is((await answers())[1], 'Джемесон: 4,6 → 5,3 л (+0,7)');
  const stranger = await fetch(`${platform.url}/telegram/${venue.id}`, { method: 'POST', body: '{}' });
  t.is(stranger.status, 403);
});

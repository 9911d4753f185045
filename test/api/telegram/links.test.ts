import test from 'ava';
import {
  callVenue,
  newBot,
  newOwner,
  newVenue,
  signInTo,
  startTestPlatform,
  type TestPlatform,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

/** A new user in the chat, and the bot's reply to their first message. */
async function newPerson(first_name: string) {
  const chat = platform.sandbox?.chat;
  if (!chat) throw new Error('no built-in chat');
  const person = await chat.createPerson({ first_name });
  return async (botId: number, ...texts: string[]): Promise<string[]> => {
    const answers = async () => (await chat.messages(botId, person.id)).filter(({ from_bot }) => from_bot);
    const before = (await answers()).length;
    for (const text of texts) await chat.write(botId, person.id, text);
    await until(async () => (await answers()).length >= before + texts.length, `answers to ${texts.join(', ')}`);
    return (await answers()).slice(before).map(({ text = '' }) => text);
  };
}

test('the bot of a venue that sleeps takes a link, and a message behind it', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 4.6 });
  const say = await newPerson('Анна');
  const { runtime } = platform.venues;
  await runtime.stop(venue.id);
  t.is(runtime.endpointIfAwake(venue.id), undefined);

  const [greeting = '', counted] = await say(venue.bot.id, startCommand(venue.telegramLink), 'Джемесон +0,7');

  t.regex(greeting, /^Здравствуйте, Анна/);
  t.is(counted, 'Джемесон: 4,6 → 5,3 л (+0,7)');
  await runtime.stop(venue.id);
  const stranger = await newPerson('Пётр');
  const [refusal = ''] = await stranger(venue.bot.id, startCommand(venue.telegramLink));
  t.regex(refusal, /^Ссылка не подошла/, 'it is used up, asleep or not');
});

test('of links that the owner and the administrator take at once the last one is good, whichever it is', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  for (let round = 0; round < 3; round += 1) {
    const [ofOwner, ofPanel] = await Promise.all([
      owner.call('POST', `/api/provision/tenant/${venue.id}/telegram-link`),
      venue.call('POST', '/api/auth/telegram'),
    ]);
    const say = await newPerson('Анна');
    const answers: string[] = [];
    for (const link of [ofOwner.body.telegramLink, ofPanel.body.link.url]) {
      answers.push(...(await say(venue.bot.id, startCommand(link))));
    }
    t.is(answers.filter((text) => text.startsWith('Здравствуйте')).length, 1, answers.join('\n'));
    t.is(answers.filter((text) => text.startsWith('Ссылка не подошла')).length, 1);
  }
});

test('who signs in to the panel while the wizard still works has a link there that opens the chat', async (t) => {
  const owner = await newOwner(platform);
  const bot = await newBot(platform);
  const subdomain = `w-${bot.id}`;
  const credentials = { username: 'boss', password: 'three kegs of cider' };
  let isMade = false;
  const making = owner
    .call('POST', '/api/provision/create', {
      subdomain,
      botToken: bot.token,
      adminUsername: credentials.username,
      adminPassword: credentials.password,
    })
    .finally(() => {
      isMade = true;
    });
  const signIn = () => callVenue(platform, subdomain, 'POST', '/api/auth/login', { body: credentials });
  await until(async () => isMade || (await signIn()).status === 200, 'the administrator is there');
  const panel = await signInTo(platform, { subdomain, credentials });
  const { link } = (await panel.call('POST', '/api/auth/telegram')).body;
  const made = await making;

  const say = await newPerson('Анна');
  const answers = await say(bot.id, startCommand(link.url), startCommand(made.body.telegramLink));
  t.true(
    answers.some((text) => text.startsWith('Здравствуйте')),
    answers.join('\n'),
  );
  t.like((await panel.call('GET', '/api/auth/telegram')).body, { telegram: { linked: true } });
});

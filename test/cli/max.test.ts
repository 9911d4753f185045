import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { shows, signedInCli, type Ways, waysOf, widest } from '../support/cli/cli.ts';
import type { MaxBot } from '../support/max/dialogs.ts';
import { startMaxServer } from '../support/max/max-server.ts';
import type { MaxServer } from '../support/max/server-types.ts';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

interface World {
  max: MaxServer;
  shared: MaxBot;
  platform: TestPlatform;
  ways: Ways;
  venue: TestVenue;
}
const test = anyTest as TestFn<World>;

test.before(async (t) => {
  const max = await startMaxServer();
  const shared = max.bot();
  const platform = await startTestPlatform({ MAX_API_ROOT: max.url, MAX_BOT_TOKEN: shared.token });
  const venue = await newVenue(platform, await newOwner(platform));
  t.context = { max, shared, platform, venue, ways: waysOf(await signedInCli(platform, 'admin')) };
  const isSet = () => platform.db('max_bots').where({ is_shared: true }).first('id');
  await until(async () => Boolean(await isSet()), 'the shared bot is set');
});
test.after.always(async ({ context }) => {
  await context.platform?.stop();
  await context.max?.close();
});

test.serial('the bot of a venue in MAX is shown, connected and disconnected; its token is never seen', async (t) => {
  const { max, shared, platform, ways, venue } = t.context;
  const [first, second] = [max.bot(), max.bot()];
  const file = join(platform.home, 'max-token.txt');
  await writeFile(file, `${first.token}\n`);

  const none = await ways.both('tenants max', [venue.subdomain]);
  const script = await ways.json('tenants max', [venue.id, '--token-file', file]);
  const asked = await ways.terminal('tenants max', [venue.subdomain, '--own'], {
    answers: [['Токен бота MAX', `${second.token}\n`]],
  });
  const untold = await ways.json('tenants max', [venue.subdomain, '--own']);
  await writeFile(file, shared.token);
  const taken = await ways.json('tenants max', [venue.subdomain, '--token-file', file]);
  const common = await ways.terminal('tenants max', [venue.subdomain, '--shared']);
  const card = await ways.terminal('tenants show', [venue.subdomain]);
  const off = await ways.json('tenants max', [venue.subdomain, '--off']);

  t.deepEqual(none.json.max, { bot: null, sharedAvailable: true });
  shows(t, none.screen, 'MAX не подключён');
  shows(t, none.screen, `ostatok tenants max ${venue.subdomain} --shared`);
  t.like(script.json, { success: true, tenant_id: venue.id, max: { bot: { username: first.username } } });
  for (const text of [second.username, `https://max.ru/${second.username}`, 'Свой бот. На связи'])
    shows(t, asked.screen, text);
  t.true(widest(none.screen) <= 80, none.screen);
  t.true(widest(card.screen) <= 80, card.screen);
  t.is(untold.json.code, 'no_token');
  t.is(taken.json.code, 'bot_taken');
  shows(t, common.screen, 'Общий бот. На связи');
  shows(t, card.screen, `${shared.username}. Общий бот. На связи`);
  t.is(off.json.max.bot, null);
  const said = JSON.stringify([none, script, asked, untold, taken, common, card, off]);
  t.false(
    [first, second, shared].some(({ token }) => said.includes(token)),
    'no token is shown',
  );
});

test.serial('a venue is opened with a bot in MAX, and the administrator’s link is printed', async (t) => {
  const { max, shared, platform } = t.context;
  const cli = await signedInCli(platform);
  const own = max.bot();
  const file = join(platform.home, 'own-token.txt');
  await writeFile(file, own.token);
  const create = (name: string, ...args: string[]) => cli(['tenants', 'create', name, '--admin', 'anna', ...args]);
  const change = { plan_id: platform.db('plans').where({ name: 'professional' }).select('id') };
  await platform.db('subscriptions').update(change);

  const common = await create('max-shared', '--chat', 'max_shared');
  const single = await create('max-own', '--chat', 'max', '--token-file', file);
  const plain = await create('max-plain', '--chat', 'max', '--bot-token', own.token);
  const none = await create('max-none', '--chat', 'max');

  t.is(common.code, 0, common.stderr);
  t.true(
    common.stderr.includes(`Подключить MAX (один раз, в течение суток): https://max.ru/${shared.username}?start=t`),
  );
  t.is(single.code, 0, single.stderr);
  t.true(single.stderr.includes(`https://max.ru/${own.username}?start=t`), single.stderr);
  t.false(single.stderr.includes(own.token));
  t.regex(plain.stderr, /--bot-token — токен бота Telegram/);
  t.regex(none.stderr, /--token-file ФАЙЛ/);
  t.deepEqual([plain.code, none.code], [1, 1]);
});

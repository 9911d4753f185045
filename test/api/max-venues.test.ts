import anyTest, { type TestFn } from 'ava';
import type { MaxBot } from '../support/max/dialogs.ts';
import { startMaxServer } from '../support/max/max-server.ts';
import type { MaxServer } from '../support/max/server-types.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

interface World {
  max: MaxServer;
  /** The one that venues share. */
  shared: MaxBot;
  platform: TestPlatform;
  owner: TestOwner;
  stranger: TestOwner;
  administrator: TestOwner;
  venue: TestVenue;
  other: TestVenue;
}
const test = anyTest as TestFn<World>;

test.before(async (t) => {
  const max = await startMaxServer();
  const shared = max.bot();
  const platform = await startTestPlatform({ MAX_API_ROOT: max.url, MAX_BOT_TOKEN: shared.token });
  const [owner, stranger, administrator] = [
    await newOwner(platform),
    await newOwner(platform),
    await newOwner(platform),
  ];
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  const [venue, other] = await Promise.all([newVenue(platform, owner), newVenue(platform, owner)]);
  t.context = { max, shared, platform, owner, stranger, administrator, venue, other };
  await until(async () => (await seen(t.context)).sharedAvailable, 'the shared bot is set');
});
test.after.always(async ({ context }) => {
  await context.platform?.stop();
  await context.max?.close();
});

const SHARED = { shared: true };
const pathOf = ({ id }: Pick<TestVenue, 'id'>): string => `/api/provision/tenant/${id}/max`;
const connect = ({ owner, venue }: World, body: object, at: Pick<TestVenue, 'id'> = venue): Promise<Reply> =>
  owner.call('PUT', pathOf(at), body);
const disconnect = ({ owner, venue }: World, at: Pick<TestVenue, 'id'> = venue): Promise<Reply> =>
  owner.call('DELETE', pathOf(at));
const seen = async ({ owner, venue }: World, at: Pick<TestVenue, 'id'> = venue) =>
  (await owner.call('GET', pathOf(at))).body.max;

/** The venue as the owner's list has it. */
async function listed({ owner, venue }: World, id = venue.id) {
  const { body } = await owner.call('GET', '/api/provision/my-tenants');
  return body.tenants.find((one: { id: string }) => one.id === id);
}

/** Waits for this many letters to the owner about the bot in MAX; returns what they say was done, in the alphabet's order. */
async function lettersTo({ platform, owner }: World, count: number): Promise<string[]> {
  const all = async (): Promise<{ to: string; subject: string }[]> =>
    (await call(platform.url, 'GET', '/sandbox/api/mails')).body.mails;
  const ours = async (): Promise<string[]> =>
    (await all()).flatMap(({ to, subject }) =>
      to === owner.email ? (/^.* MAX(?= заведения)/.exec(subject) ?? []) : [],
    );
  await until(async () => (await ours()).length === count, `${count} letters about MAX`);
  return (await ours()).toSorted();
}

/** Somebody opens the link in MAX; returns what the bot has answered. */
async function opened({ max }: World, bot: MaxBot, link: string, name = 'Анна') {
  const person = max.person({ first_name: name });
  const said = (): string[] => max.sent(bot, person).map(({ text }) => text ?? '');
  max.start(bot, person, new URL(link).searchParams.get('start') ?? undefined);
  await until(() => said().length > 0, 'the bot has answered');
  return { person, said };
}

test.serial('a bot is connected by its token, which is told nobody, and the list shows it', async (t) => {
  const { max, platform, owner, administrator, venue } = t.context;
  t.deepEqual(await seen(t.context), { bot: null, sharedAvailable: true });
  t.is((await listed(t.context)).max, null);
  const bot = max.bot();

  const { status, body } = await connect(t.context, { botToken: bot.token });

  t.is(status, 200, body.error);
  t.like(body.max.bot, { username: bot.username, link: `https://max.ru/${bot.username}`, shared: false, state: 'ok' });
  t.deepEqual((await listed(t.context)).max, body.max.bot);
  t.true(max.commands(bot).length > 0, 'it has its commands');
  const admin = await administrator.call('GET', `/api/admin/tenants/${venue.id}`);
  t.deepEqual(admin.body.tenant.max, body.max.bot);
  const act = await platform
    .db('activity')
    .where({ target: `tenant:${venue.id}`, action: 'tenant.max' })
    .first();
  t.is(act.actor_id, owner.userId);
  const row = await platform.db('max_bots').where({ username: bot.username }).first();
  t.false(JSON.stringify([act, row, body, admin.body]).includes(bot.token), 'the token is told nobody');
  t.deepEqual(max.leakedTokens, []);

  const again = await connect(t.context, { botToken: max.reissue(bot).token });
  t.like(again.body.max.bot, { username: bot.username, state: 'ok' });
  t.deepEqual(await lettersTo(t.context, 2), ['Заменён токен бота MAX', 'Подключён свой бот MAX']);
});

test.serial('a token that MAX refuses, a bot that is taken and a MAX that is away change nothing', async (t) => {
  const { max, shared, venue, other } = t.context;
  const before = await seen(t.context);
  const refused = async (body: object, at: Pick<TestVenue, 'id'> = venue) => {
    const { status, body: answer } = await connect(t.context, body, at);
    return { status, code: answer.code, field: answer.errors?.botToken };
  };

  const wrong = await refused({ botToken: 'no-such-token-of-max' });
  t.like(wrong, { status: 400, code: 'bot_token_refused', field: 'MAX не принял токен' });
  t.like(await refused({ botToken: 'Токен 1' }), { status: 400, code: 'invalid_input' });
  const bot = max.bot();
  t.is((await connect(t.context, { botToken: bot.token }, other)).status, 200);
  t.like(await refused({ botToken: bot.token }), { status: 409, code: 'bot_taken', field: 'Этот бот уже подключён' });
  t.like(await refused({ botToken: shared.token }), { status: 409, code: 'bot_taken' });
  max.down = true;
  t.like(await refused({ botToken: max.bot().token }), { status: 503, code: 'max_unreachable' });
  max.down = false;

  t.like((await seen(t.context)).bot, { username: before.bot.username });
  t.is((await disconnect(t.context, other)).body.max.bot, null);
  t.is((await connect(t.context, { botToken: bot.token })).status, 200, 'a bot that was given up is free');
});

test.serial('whoever does not own the venue learns nothing of its bot and changes nothing', async (t) => {
  const { platform, stranger, venue } = t.context;
  const path = pathOf(venue);
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['PUT', path, SHARED],
    ['DELETE', path, undefined],
    ['POST', `${path}-link`, undefined],
  ] as const) {
    t.like(await stranger.call(method, at, body), { status: 404, body: { code: 'tenant_not_found' } }, method);
    t.is((await call(platform.url, method, at, { ...(body && { body }) })).status, 401, method);
    if (method !== 'POST')
      t.is((await stranger.call(method, `/api/admin/tenants/${venue.id}/max`, body)).status, 403, method);
  }
});

test.serial('an administrator connects and disconnects the bot of any venue', async (t) => {
  const { administrator, venue, platform } = t.context;
  const path = `/api/admin/tenants/${venue.id}/max`;

  t.like((await administrator.call('PUT', path, SHARED)).body.max.bot, { shared: true });
  t.true((await seen(t.context)).bot.shared);
  t.is((await administrator.call('DELETE', path)).body.max.bot, null);
  t.is(await seen(t.context).then(({ bot }) => bot), null);

  const acts = await platform.db('activity').where({ action: 'tenant.max', actor_id: administrator.userId });
  t.deepEqual(acts.map(({ description }: { description: string }) => description.split(':')[0]).sort(), [
    'Отключён бот MAX',
    'Подключён общий бот MAX',
  ]);
  const letters = await lettersTo(t.context, 7);
  for (const change of ['Подключён общий бот MAX', 'Отключён бот MAX']) t.true(letters.includes(change), change);
});

test.serial('the administrator’s link makes the chat theirs, once', async (t) => {
  const { max, shared, owner, venue } = t.context;
  t.like(await owner.call('POST', `${pathOf(venue)}-link`), { status: 409, body: { code: 'no_bot' } });
  t.is((await connect(t.context, SHARED)).body.max.bot.username, shared.username);
  await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 1 });

  const { body } = await owner.call('POST', `${pathOf(venue)}-link`);
  t.regex(body.link, new RegExp(`^https://max\\.ru/${shared.username}\\?start=${venue.id}-`));
  const { person: anna, said } = await opened(t.context, shared, body.link);
  max.write(shared, anna, 'Джемесон +0,7');
  await until(() => said().some((text) => /1 → 1,7/.test(text)), 'the administrator counts');

  const ivan = await opened(t.context, shared, body.link, 'Иван');
  max.write(shared, ivan.person, 'Джемесон +5');
  await until(() => ivan.said().length > 1, 'the other one is answered');
  t.true(
    ivan.said().some((text) => text.startsWith('Ссылка не подошла')),
    ivan.said().join('\n'),
  );
  const { body: stock } = await venue.call('GET', '/api/items');
  t.is(stock.items.find(({ name }: { name: string }) => name === 'Джемесон').quantity, 1.7);
});

test.serial('a venue is opened with the shared bot, or with one of its own', async (t) => {
  const { max, shared, stranger } = t.context;
  const own = max.bot();
  const order = (subdomain: string, more: object) =>
    stranger.call('POST', '/api/provision/create', { subdomain, adminUsername: 'boss', ...more });

  const common = await order('with-shared', { chat: 'max_shared' });
  t.is(common.status, 201, common.body.error);
  t.like(common.body.tenant, { bot_username: null, max: { shared: true, username: shared.username } });
  t.is(common.body.telegramLink, null);
  await opened(t.context, shared, common.body.maxLink);

  const wrong = await order('with-wrong', { chat: 'max', maxToken: 'no-such-token-of-max' });
  t.like(wrong, { status: 400, body: { code: 'bot_token_refused' } });
  const single = await order('with-own', { chat: 'max', maxToken: own.token });
  t.is(single.status, 201, single.body.error);
  t.like(single.body.tenant.max, { shared: false, username: own.username });
  const { person, said } = await opened(t.context, own, single.body.maxLink);
  max.write(own, person, '/help');
  await until(() => said().length > 1, 'it talks');
  t.like(await order('with-none', { chat: 'max' }), { status: 400, body: { code: 'invalid_input' } });
});

test.serial('a token that MAX takes back later shows on the owner’s list and in the administrator’s', async (t) => {
  const { max, platform, administrator, venue } = t.context;
  const bot = max.bot();
  await connect(t.context, { botToken: bot.token });
  await platform.db('max_bots').where({ username: bot.username }).update({ state: 'revoked', state_at: new Date() });

  t.is((await listed(t.context)).max.state, 'revoked');
  const ids = async (filter: object): Promise<string[]> => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter) });
    const { body } = await administrator.call('GET', `/api/admin/tenants?${query}`);
    return body.tenants.map(({ id }: { id: string }) => id);
  };
  t.deepEqual(await ids({ bot: 'revoked' }), [venue.id]);
  t.false((await ids({ bot: 'well' })).includes(venue.id));
  t.false((await ids({ bot: 'none' })).includes(venue.id));
  const again = await connect(t.context, { botToken: max.reissue(bot).token });
  t.is(again.body.max.bot.state, 'ok');
  t.true((await ids({ bot: 'well' })).includes(venue.id));
});

test.serial('a deleted venue comes back without its bot where another venue has it meanwhile', async (t) => {
  const { max, owner, venue, other } = t.context;
  const bot = max.bot();
  await connect(t.context, { botToken: bot.token }, other);
  t.is((await owner.call('DELETE', `/api/provision/tenant/${other.id}`)).status, 200);
  t.is((await connect(t.context, { botToken: bot.token })).status, 200, 'it is free at once');

  const back = await owner.call('POST', `/api/provision/tenant/${other.id}/restore`);

  t.is(back.status, 200, back.body.error);
  t.is((await seen(t.context, other)).bot, null);
  t.is((await seen(t.context, venue)).bot.username, bot.username);
});

test.serial('a deleted venue keeps its bot for the days in which it may come back', async (t) => {
  const { max, platform, owner, other } = t.context;
  const bot = max.bot();
  await connect(t.context, { botToken: bot.token }, other);
  t.is((await owner.call('DELETE', `/api/provision/tenant/${other.id}`)).status, 200);
  const aged = { created_at: platform.db.raw(`now() - interval '2 days'`) };
  await platform.db('max_bots').where({ username: bot.username }).update(aged);
  const purge = platform.modules.flatMap((module) => module.jobs ?? []).find(({ name }) => name === 'max-purge');
  await purge?.run();

  t.is((await owner.call('POST', `/api/provision/tenant/${other.id}/restore`)).status, 200);
  t.is((await seen(t.context, other)).bot.username, bot.username);
  t.is((await disconnect(t.context, other)).status, 200);
});

test.serial('where the installation has no shared bot, none is offered', async (t) => {
  const { max, shared, platform, owner } = t.context;
  const config = await call(platform.url, 'GET', '/api/public/config');
  t.true(config.body.maxShared);
  await platform.db('max_bots').where({ username: shared.username }).update({ is_shared: false });
  t.like(await connect(t.context, SHARED), { status: 409, body: { code: 'no_shared_bot' } });
  const ordered = await owner.call('POST', '/api/provision/create', {
    ...{ subdomain: 'no-shared', adminUsername: 'boss', chat: 'max_shared' },
  });
  t.like(ordered, { status: 409, body: { code: 'no_shared_bot' } });
  t.false(max.down);
});

test.serial('of two venues that are given one bot at once, one has it', async (t) => {
  const { max, venue, other } = t.context;
  const bot = max.bot();

  const answers = await Promise.all([venue, other].map((at) => connect(t.context, { botToken: bot.token }, at)));

  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  t.is(answers.find(({ status }) => status === 409)?.body.code, 'bot_taken');
  for (const at of [venue, other]) t.is((await disconnect(t.context, at)).status, 200);
});

test('MAX in a browser may frame the page that it opens, and no other', async (t) => {
  const policyOf = async (path: string): Promise<string> =>
    (await fetch(`${t.context.platform.url}${path}`)).headers.get('content-security-policy') ?? '';
  t.regex(await policyOf('/enter'), /frame-ancestors 'self' https:\/\/web\.max\.ru;/);
  t.regex(await policyOf('/dashboard'), /frame-ancestors 'self';/);
});

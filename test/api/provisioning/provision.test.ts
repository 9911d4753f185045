import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import pg from 'pg';
import { newBot, newOwner, newVenue, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';
import {
  freshName,
  orderOf,
  ownerWithVenue,
  platform,
  secretsOf,
  setUpProvisioning,
} from '../../support/venue/provision.ts';

setUpProvisioning();

test('an owner opens a venue whose administrator can sign in at once', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  const items = await venue.call('GET', '/api/items');
  t.is(items.status, 200);
  t.deepEqual(items.body.items, []);
  const list = await owner.call('GET', '/api/provision/my-tenants');
  t.like(list.body.tenants[0], { tenant_id: venue.id, status: 'active', stats: { userCount: 1 } });
  t.like(list.body.tenants[0], { subdomain: venue.subdomain, display_name: 'Бар «Проба»' });
  t.is(list.body.tenants[0].bot_username, venue.bot.username);
  t.is(new URL(list.body.tenants[0].web_url).hostname, `${venue.subdomain}.localhost`);
  t.regex(list.body.tenants[0].created_at, /^\d{4}-\d\d-\d\dT/);
  t.regex(venue.credentials.password, /^[A-Za-z0-9]{12}$/);
});

test('a bot token is sealed at rest and never in an answer', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const list = await owner.call('GET', '/api/provision/my-tenants');

  t.notRegex(JSON.stringify(row), secretsOf(venue.bot.token));
  t.notRegex(JSON.stringify(list.body), secretsOf(venue.bot.token));
});

test("a venue's role can connect to its own database and to no other of the platform", async (t) => {
  const { venue } = await ownerWithVenue();
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const connectTo = async (database: string): Promise<string> => {
    const url = new URL(platform.databaseUrl);
    Object.assign(url, { username: venue.id, password: platform.venues.secrets.databasePasswordOf(row) });
    url.pathname = `/${database}`;
    const client = new pg.Client({ connectionString: url.href });
    try {
      await client.connect();
      await client.end();
      return 'connected';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const { venue: other } = await ownerWithVenue();

  t.is(await connectTo(venue.id), 'connected');
  const platformDatabase = new URL(platform.databaseUrl).pathname.slice(1);
  for (const database of [other.id, 'postgres', 'template1', platformDatabase]) {
    t.is(await connectTo(database), '42501', database);
  }
});

test('with Prefer: respond-async the order is answered at once and its steps can be followed', async (t) => {
  const owner = await newOwner(platform);

  const ordered = await owner.call(
    'POST',
    '/api/provision/create',
    await orderOf({ adminPassword: 'kegs-and-corks' }),
    {
      prefer: 'respond-async',
    },
  );
  t.is(ordered.status, 202);
  t.deepEqual(ordered.body.adminCredentials, { username: 'boss', password: 'kegs-and-corks' });

  const id = ordered.body.tenant.tenant_id;
  let status = await owner.call('GET', `/api/provision/tenant/${id}/status`);
  while (status.body.provision.status === 'running') {
    status = await owner.call('GET', `/api/provision/tenant/${id}/status`);
  }
  t.like(status.body, { success: true, status: 'active', running: true, provision: { status: 'done', error: null } });
  t.deepEqual(
    status.body.provision.steps.map((step: { name: string; status: string }) => `${step.name} ${step.status}`),
    ['token done', 'database done', 'start done', 'health done', 'admin done', 'ingress done', 'bot done'],
  );
});

test('one of the commonest passwords is refused for a venue’s administrator, and nothing is made', async (t) => {
  const owner = await newOwner(platform);

  for (const adminPassword of ['qwerty', 'password1', 'qwerty123', 'йцукен123', 'owner2024', 'ostatok1']) {
    const order = await orderOf({ adminUsername: 'owner', adminPassword });
    const refused = await owner.call('POST', '/api/provision/create', order);

    t.like(refused, { status: 400, body: { code: 'weak_password' } }, adminPassword);
    t.truthy(refused.body.errors.adminPassword);
  }
  t.deepEqual((await owner.call('GET', '/api/provision/my-tenants')).body.tenants, []);
});

test('a token Telegram refuses leaves nothing behind and is said so at its field', async (t) => {
  const owner = await newOwner(platform);
  const order = await orderOf({ botToken: `123456789:${'A'.repeat(35)}` });

  const refused = await owner.call('POST', '/api/provision/create', order);

  t.is(refused.status, 400);
  t.like(refused.body, { success: false, code: 'bot_token_refused' });
  t.regex(refused.body.error, /^Telegram не принял токен/);
  t.truthy(refused.body.errors.botToken);
  t.deepEqual((await owner.call('GET', '/api/provision/my-tenants')).body.tenants, []);
  t.like((await owner.call('GET', '/api/provision/can-create')).body, { canCreate: true, current: 0 });
  const again = await owner.call('POST', '/api/provision/create', { ...(await orderOf()), subdomain: order.subdomain });
  t.is(again.status, 201, 'the subdomain is free again');
});

test('a taken subdomain and a taken bot are refused, each at its field', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  const sameName = await owner.call('POST', '/api/provision/create', await orderOf({ subdomain: venue.subdomain }));
  const sameBot = await owner.call('POST', '/api/provision/create', await orderOf({ botToken: venue.bot.token }));

  t.like(sameName, {
    status: 409,
    body: { code: 'subdomain_taken', errors: { subdomain: 'Этот поддомен уже занят' } },
  });
  t.like(sameBot, { status: 409, body: { code: 'bot_taken', errors: { botToken: 'Этот бот уже подключён' } } });
});

test('when two orders race for the last place of a plan, one is refused', async (t) => {
  const owner = await newOwner(platform, 'starter');
  const orders = await Promise.all([orderOf(), orderOf()]);

  const replies = await Promise.all(orders.map((order) => owner.call('POST', '/api/provision/create', order)));

  t.deepEqual(replies.map(({ status }) => status).sort(), [201, 403]);
  t.is(
    replies.find(({ status }) => status === 403)?.body.error,
    'Достигнут лимит заведений: 1/1. Обновите подписку для создания новых заведений.',
  );
  const canCreate = await owner.call('GET', '/api/provision/can-create');
  t.deepEqual(canCreate.body, { success: true, canCreate: false, current: 1, limit: 1 });
});

test('an expired subscription makes nothing new', async (t) => {
  const owner = await newOwner(platform);
  await platform.db('subscriptions').where({ user_id: owner.userId }).update({ status: 'expired' });

  t.like((await owner.call('GET', '/api/provision/can-create')).body, { canCreate: false, current: 0 });
  t.like(await owner.call('POST', '/api/provision/create', await orderOf()), {
    status: 403,
    body: { code: 'subscription_inactive' },
  });
});

const badOrders: [string, object][] = [
  ['subdomain', { subdomain: 'Ёлки' }],
  ['subdomain', { subdomain: 'ab' }],
  ['subdomain', { subdomain: '-bar' }],
  ['subdomain', { subdomain: 'admin' }],
  ['subdomain', { subdomain: { $gt: '' } }],
  ['botToken', { botToken: '' }],
  ['botToken', { botToken: 'не токен' }],
  ['adminUsername', { adminUsername: '@boss' }],
  ['adminUsername', { adminUsername: ['boss'] }],
  ['adminPassword', { adminPassword: '12345' }],
  ['adminPassword', { adminPassword: 'пиво и немного вина на каждый вечер недели' }],
  ['displayName', { displayName: 'я'.repeat(101) }],
  ['displayName', { displayName: 'приз на evil.ru' }],
];
for (const [field, wrong] of badOrders) {
  test(`an order with ${JSON.stringify(wrong).slice(0, 40)} is refused at "${field}" and stores nothing`, async (t) => {
    const owner = await newOwner(platform);

    const refused = await owner.call('POST', '/api/provision/create', await orderOf(wrong));

    t.is(refused.status, 400);
    t.truthy(refused.body.errors[field]);
    t.is((await owner.call('GET', '/api/provision/can-create')).body.current, 0);
  });
}

test('without a token nothing of it answers', async (t) => {
  for (const [method, path] of [
    ['GET', '/api/provision/my-tenants'],
    ['POST', '/api/provision/create'],
    ['DELETE', '/api/provision/tenant/t123'],
    ['GET', '/api/admin/tenants'],
  ] as const) {
    const response = await fetch(platform.url + path, { method });
    t.is(response.status, 401, path);
  }
});

test('an opened venue’s answer has a link that makes a chat its administrator’s, and its owner may have a new one', async (t) => {
  const { owner, venue } = await ownerWithVenue();
  const chat = platform.sandbox?.chat;
  if (!chat) throw new Error('no built-in chat');
  const person = await chat.createPerson({ first_name: 'Анна' });
  const answerTo = async (link: string): Promise<string> => {
    const answers = async () => (await chat.messages(venue.bot.id, person.id)).filter(({ from_bot }) => from_bot);
    const before = (await answers()).length;
    await chat.write(venue.bot.id, person.id, startCommand(link));
    await until(async () => (await answers()).length > before, 'an answer');
    return (await answers()).at(-1)?.text ?? '';
  };

  const anew = await owner.call('POST', `/api/provision/tenant/${venue.id}/telegram-link`);
  t.is(anew.status, 200);
  for (const link of [venue.telegramLink, anew.body.telegramLink]) {
    t.true(link.startsWith(`${platform.addresses.publicUrl}/sandbox/chat?bot=${venue.bot.username}&start=`), link);
  }
  t.regex(await answerTo(venue.telegramLink), /^Ссылка не подошла/);
  t.regex(await answerTo(anew.body.telegramLink), /^Здравствуйте, Анна/);
  const people = await venue.call('GET', '/api/users');
  t.like(people.body.users[0], { username: 'boss', role: 'admin', in_telegram: true });
  const log = await venue.call('GET', '/api/security?kind=people');
  t.like(
    log.body.events.find(({ event }: { event: string }) => event === 'user.link_made'),
    {
      details: 'Владелец заведения на платформе',
    },
  );
});

test('a venue that gives no link for Telegram is there all the same, and the log says why', async (t) => {
  const lines: string[] = [];
  const log = createLog('platform', 'warn', { write: (line) => void lines.push(line) });
  const other = await startTestPlatform({}, { log });
  t.teardown(() => other.stop());
  other.venues.runtime.telegramCode = () => Promise.reject(new Error('нарочно'));

  const venue = await newVenue(other, await newOwner(other));

  t.is(venue.telegramLink as string | null, null);
  t.like(
    lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'venue gave no link to its bot'),
    { tenant: venue.id, err: { message: 'нарочно' } },
  );
});

test('subdomains are checked, suggested from a Russian name and generated', async (t) => {
  const { owner, venue } = await ownerWithVenue();
  const post = (path: string, body: object = {}) => owner.call('POST', `/api/provision/${path}`, body);

  t.like((await post('check-subdomain', { subdomain: freshName() })).body, { valid: true, errors: [] });
  const taken = (await post('check-subdomain', { subdomain: venue.subdomain })).body;
  t.like(taken, { valid: false, errors: ['Этот поддомен уже занят'] });
  t.true(taken.suggestions.length > 0);
  for (const suggestion of taken.suggestions) {
    t.true((await post('check-subdomain', { subdomain: suggestion })).body.valid, suggestion);
  }
  const wrong = (await post('check-subdomain', { subdomain: 'Бар' })).body;
  t.like(wrong, { valid: false });
  t.regex(wrong.errors.join(), /латинские/);

  t.regex((await post('suggest-subdomain', { companyName: 'Бар «Щука & Ёж»' })).body.suggestions[0], /^bar-schuka-ezh/);
  t.is((await post('suggest-subdomain', {})).status, 400);
  const generated = (await post('generate-subdomain')).body.subdomain;
  t.true((await post('check-subdomain', { subdomain: generated })).body.valid);
});

test('a venue may begin with its own chat alone: no token, no messenger asked, and Telegram is connected later', async (t) => {
  const owner = await newOwner(platform);
  const subdomain = freshName();
  const order = { subdomain, adminUsername: 'anna', displayName: 'Бар «Проба»' };

  const without = await owner.call('POST', '/api/provision/create', order);
  t.like(without, { status: 400, body: { errors: { botToken: 'Пожалуйста, введите токен бота' } } });
  const made = await owner.call('POST', '/api/provision/create', { ...order, chat: 'own' });
  t.is(made.status, 201, JSON.stringify(made.body));
  t.like(made.body, { telegramLink: null, tenant: { bot_username: null, bot_state: 'ok' } });

  // two of them do not stand in each other's way, though neither has a bot
  const second = { ...order, subdomain: freshName(), chat: 'own' };
  t.is((await (await newOwner(platform)).call('POST', '/api/provision/create', second)).status, 201);

  const { tenant_id: id } = made.body.tenant;
  const bot = await newBot(platform);
  const connected = await owner.call('PUT', `/api/provision/tenant/${id}/bot-token`, { botToken: bot.token });
  t.is(connected.status, 200, JSON.stringify(connected.body));
  const list = await owner.call('GET', '/api/provision/my-tenants');
  t.is(list.body.tenants[0].bot_username, bot.username);
});

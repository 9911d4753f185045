import { randomUUID } from 'node:crypto';
import test from 'ava';
import ExcelJS from 'exceljs';
import { exportedTables, impersonalTables } from '../../api/src/account/personal-tables.ts';
import { linkIdentity, pay, saveCard } from '../support/person.ts';
import {
  call,
  callVenue,
  newBot,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform.ts';
import { until } from '../support/until.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const workbookPath = (id: string): string => `/api/auth/export-data/tenants/${id}.xlsx`;

async function readWorkbook(
  owner: TestOwner,
  id: string,
): Promise<{ status: number; book?: ExcelJS.Workbook; name: string }> {
  const answer = await fetch(platform.url + workbookPath(id), { headers: { authorization: `Bearer ${owner.token}` } });
  const name = answer.headers.get('content-disposition') ?? '';
  const bytes = await answer.arrayBuffer();
  if (!answer.ok) return { status: answer.status, name };
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes);
  return { status: answer.status, book, name };
}

const column = (book: ExcelJS.Workbook | undefined, sheet: string, header: string): unknown[] => {
  const found = book?.getWorksheet(sheet);
  const headers = (found?.getRow(1).values ?? []) as unknown[];
  return ((found?.getColumn(headers.indexOf(header)).values ?? []) as unknown[]).slice(2);
};

const suspend = (id: string): Promise<number> =>
  platform
    .db('tenants')
    .where({ id })
    .update({ status: 'suspended', suspended_by: 'billing', suspended_at: new Date() });

const orderOf = (bot: { token: string }) => ({
  subdomain: `m-${randomUUID().slice(0, 8)}`,
  botToken: bot.token,
  adminUsername: 'boss',
});

test.serial(
  'every table of the platform is exported, or named with the reason why it holds nothing of anybody',
  async (t) => {
    const tables: string[] = await platform
      .db('information_schema.tables')
      .where({ table_schema: 'public', table_type: 'BASE TABLE' })
      .pluck('table_name');
    t.true(tables.length > 20);
    const named = [...Object.keys(exportedTables), ...Object.keys(impersonalTables)];

    t.deepEqual(
      tables.filter((name) => !named.includes(name)),
      [],
      'neither exported nor named',
    );
    t.deepEqual(
      named.filter((name) => !tables.includes(name)),
      [],
      'named, but not there',
    );
    t.deepEqual(
      named.filter((name, place) => named.indexOf(name) !== place),
      [],
      'named twice',
    );

    const { rows } = await platform.db.raw(
      `select table_name, column_name from information_schema.columns where table_schema = 'public'
        and (column_name ~ '(^|_)(email|recipient|phone|ip|user_id|owner_id|actor_id)$')
      union
     select c.conrelid::regclass::text, a.attname from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'tenants'::regclass)`,
    );
    const personal = [...new Set(rows.map((row: { table_name: string }) => row.table_name))].sort();
    t.true(personal.length > 10);
    // leases name a tenant while a process listens to its bot
    t.deepEqual(
      personal.filter((name) => !exportedTables[name as string]),
      ['bot_leases', 'suspended_chats'],
    );
  },
);

test.serial('the export shows what each of these tables holds of a person, and of nobody else', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform);
  const stranger = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const strange = await newVenue(platform, stranger);
  for (const person of [owner, stranger]) {
    await pay(db, person.userId, person.email, new Date());
    await saveCard(db, person.userId, new Date());
    await linkIdentity(db, person.userId, person.email, new Date());
  }
  const proposal = { tenant_id: venue.id, key: randomUUID(), ean: '4600000000008', description: 'Ром моего бара' };
  const decided = { status: 'rejected', reason: 'Такой бутылки нет', decided_at: new Date(), volume_ml: 700 };
  await db('alias_proposals').insert({ ...proposal, ...decided });
  const letter = { id: randomUUID(), subject: 'Новости', html: '', text: '', fingerprint: '', target_users: 'all' };
  await db('campaigns').insert({
    ...letter,
    filters: {},
    test_mode: false,
    status: 'done',
    total: 2,
    created_at: new Date(),
  });
  for (const { userId, email } of [owner, stranger]) {
    await db('campaign_recipients').insert({
      campaign_id: letter.id,
      user_id: userId,
      email,
      status: 'sent',
      at: new Date(),
    });
    await db('mail_preferences').insert({ user_id: userId, unsubscribed_at: new Date() });
  }

  const preference = { user_id: owner.userId, key: 'users.columns', value: '[]', updated_at: new Date() };
  await db('admin_preferences').insert(preference);

  for (const { userId } of [owner, stranger])
    await db('security_events').insert({ at: new Date(), event: 'login.failed', failed: true, user_id: userId });

  const { status, body, headers } = await owner.call('GET', '/api/auth/export-data');

  t.is(status, 200);
  t.is(headers['cache-control'], 'no-store');
  for (const [table, sections] of Object.entries(exportedTables)) {
    for (const section of sections) {
      const shown = Array.isArray(body[section]) ? body[section].length > 0 : Boolean(body[section]);
      t.true(shown, `${table} is not shown in ${section}`);
    }
  }
  t.like(body.profile, {
    id: owner.userId,
    email: owner.email,
    username: owner.email,
    first_name: 'Тест',
    last_name: '',
    role: 'customer',
    status: 'active',
    company_name: null,
    phone: null,
  });
  for (const at of [body.profile.created_at, body.profile.updated_at, body.tenants[0].created_at, body.export_date])
    t.false(Number.isNaN(Date.parse(at)));
  t.like(body.tenants[0], { subdomain: venue.subdomain });
  t.true(['monthly', 'yearly'].includes(body.subscription.billing_period));
  t.like(body.subscription, { plan: { name: 'professional', displayName: 'Профессиональный' }, status: 'active' });
  t.like(body.tenants[0], { id: venue.id, status: 'active', workbook: workbookPath(venue.id).replace('/api', '') });
  t.like(body.invoices[0], { amount: 1990, refunded_amount: 500, status: 'paid', currency: 'RUB' });
  const sums = { payments: { amount: 1990 }, refunds: { amount: 500 }, balance: { kind: 'payment', amount: 1990 } };
  for (const [section, sum] of Object.entries(sums)) t.like(body[section][0], sum, `${section} are roubles`);
  t.like(body.proposals[0], {
    description: 'Ром моего бара',
    volume_ml: 700,
    status: 'rejected',
    reason: 'Такой бутылки нет',
    decided_at: decided.decided_at.toISOString(),
  });
  t.regex(body.export_reason, /152-ФЗ/);
  t.regex(body.consent.given_at, /^\d{4}-/);
  const text = JSON.stringify(body);
  for (const theirs of [stranger.email, strange.id, `subject-${stranger.userId}`]) t.notRegex(text, new RegExp(theirs));
});

test.serial('the export holds no secret, nor a hash of one', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await saveCard(db, owner.userId, new Date());

  const { body } = await owner.call('GET', '/api/auth/export-data');

  const text = JSON.stringify(body);
  const rows = {
    users: await db('users').where({ id: owner.userId }).first(),
    tenants: await db('tenants').where({ id: venue.id }).first(),
    sessions: await db('sessions').where({ user_id: owner.userId }).first(),
    link_tokens: await db('link_tokens').where({ user_id: owner.userId }).first(),
    payment_methods: await db('payment_methods').where({ user_id: owner.userId }).first(),
  };
  const secret = /hash|sealed|family|provider_method_id/;
  const secrets = Object.values(rows).flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => (secret.test(name) && value ? [String(value)] : [])),
  );
  t.true(secrets.length >= 7);
  for (const value of secrets) t.false(text.includes(value), `${value} is exported`);
  t.notRegex(text, /hash|sealed|secret/);
});

test.serial("a name is told as first and last, a provider's account without a name too", async (t) => {
  const owner = await newOwner(platform);
  for (const [name, first_name, last_name] of [
    ['Анна', 'Анна', ''],
    ['Анна Мария Ремарк', 'Анна', 'Мария Ремарк'],
  ]) {
    await owner.call('PUT', '/api/auth/me', { name });
    const { body } = await owner.call('GET', '/api/auth/export-data');
    t.like(body.profile, { first_name, last_name });
  }
});

test.serial(
  "a venue's workbook holds its items, its changes, its counts and its staff, also of one asleep",
  async (t) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const { body } = await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1.5 });
    const gone = await venue.call('POST', '/api/items', { name: 'Кислое вино', unit: 'л' });
    await venue.call('DELETE', `/api/items/${gone.body.item.id}`);
    const changes = [{ id: randomUUID(), itemId: body.item.id, delta: -0.5, source: 'web', note: '=1+1' }];
    await venue.call('POST', '/api/changes', { changes });
    const count = await venue.call('POST', '/api/counts', { key: randomUUID(), title: 'Ноябрь', scope: 'all' });
    t.is(count.status, 201, JSON.stringify(count.body));
    await platform.venues.runtime.stop(venue.id);

    const { status, book, name } = await readWorkbook(owner, venue.id);

    t.is(status, 200);
    t.regex(name, new RegExp(`${venue.subdomain}\\.xlsx`));
    t.deepEqual(
      book?.worksheets.map((sheet) => sheet.name),
      [
        'Позиции',
        'Удалённые позиции',
        'Изменения',
        'Подсчёты',
        'Строки подсчётов',
        'Записи подсчётов',
        'Сотрудники',
        'Журнал безопасности',
      ],
    );
    t.deepEqual(column(book, 'Позиции', 'Наименование'), ['Ром', 'Итого']);
    t.deepEqual(column(book, 'Позиции', 'Остаток'), [1]);
    t.deepEqual(column(book, 'Удалённые позиции', 'Наименование'), ['Кислое вино', 'Итого']);
    t.deepEqual(column(book, 'Изменения', 'Примечание')[0], '=1+1');
    t.deepEqual(column(book, 'Подсчёты', 'Подсчёт'), ['Ноябрь']);
    t.deepEqual(column(book, 'Строки подсчётов', 'Наименование'), ['Ром']);
    t.deepEqual(column(book, 'Сотрудники', 'Логин'), ['boss']);
  },
);

test.serial("a workbook is its owner's alone, and of a venue that is there", async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const stranger = await newOwner(platform);

  t.is((await readWorkbook(stranger, venue.id)).status, 404);
  t.is((await readWorkbook(owner, 'tnobody00000')).status, 404);
  t.is((await call(platform.url, 'GET', workbookPath(venue.id))).status, 401);

  await platform.db('tenants').where({ id: venue.id }).update({ status: 'creating' });
  t.is((await readWorkbook(owner, venue.id)).status, 409);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'active' });
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  t.is((await readWorkbook(owner, venue.id)).status, 404);
  const { body } = await owner.call('GET', '/api/auth/export-data');
  t.like(body.tenants[0], { status: 'deleted', workbook: null });
});

test.serial(
  'whoever has not paid takes their data away all the same; the doors stay shut and the venue stops again',
  async (t) => {
    const { runtime, host } = platform.venues;
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л', quantity: 0.7 });
    await suspend(venue.id);
    const knockAtTheDoor = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: venue.token });
    await until(async () => (await knockAtTheDoor()).status === 403, 'the ingress knows');
    await runtime.stop(venue.id);

    const [first, second, knock] = await Promise.all([
      readWorkbook(owner, venue.id),
      readWorkbook(owner, venue.id),
      until(async () => (await host.state(venue.id)) === 'running', 'it runs for its export').then(async () => {
        await runtime.stopClosed();
        return knockAtTheDoor();
      }),
    ]);

    t.deepEqual(column(first.book, 'Позиции', 'Наименование'), ['Джин', 'Итого']);
    t.deepEqual(column(second.book, 'Позиции', 'Наименование'), ['Джин', 'Итого']);
    t.is(knock.status, 403);
    await until(async () => (await host.state(venue.id)) === 'not_found', 'it stops again');
    t.is((await platform.db('tenants').where({ id: venue.id }).first()).status, 'suspended');
  },
);

test.serial('consent withdrawn is written down once, and the answer says what follows', async (t) => {
  const owner = await newOwner(platform);

  const first = await owner.call('POST', '/api/auth/withdraw-consent');
  const { consent_withdrawn_at } = await platform.db('users').where({ id: owner.userId }).first();
  const second = await owner.call('POST', '/api/auth/withdraw-consent');

  t.is(first.status, 200);
  t.true(first.body.success);
  t.regex(first.body.message, /удалите аккаунт/);
  t.deepEqual(second.body, first.body);
  const { body } = await owner.call('GET', '/api/auth/export-data');
  t.is(body.consent.withdrawn_at, consent_withdrawn_at.toISOString());
  const told = body.activity.filter(({ action }: { action: string }) => action === 'user.consent_withdrawn');
  t.is(told.length, 1);
  const me = await owner.call('GET', '/api/auth/me');
  t.is(me.status, 200, 'the account works on');
  t.is(me.body.user.consent_withdrawn_at, consent_withdrawn_at.toISOString(), 'and remembers it');
});

/** Opens the link of the user's letter; returns the kinds of letters sent since the registration. */
async function verify({ email, call: asOwner }: TestOwner): Promise<string[]> {
  let text = '';
  await until(async () => {
    const { body } = await call(platform.url, 'GET', '/sandbox/api/mails');
    const letter = body.mails.find(({ to }: { to: string }) => to === email);
    if (letter) ({ text } = (await call(platform.url, 'GET', `/sandbox/api/mails/${letter.id}`)).body.mail);
    return Boolean(letter);
  }, 'the letter arrives');
  const [, token = ''] = /verify-email\?token=([\w-]+)/.exec(text) ?? [];
  await asOwner('POST', '/api/auth/verify-email', { token });
  return platform.db('mails').where({ recipient: email }).orderBy('created_at').pluck('template');
}

test.serial('whoever has withdrawn consent gets no letter that nobody needs', async (t) => {
  const [withdrawn, other] = [await newOwner(platform), await newOwner(platform)];
  await withdrawn.call('POST', '/api/auth/withdraw-consent');

  t.deepEqual(await verify(withdrawn), ['verify_email']);
  t.deepEqual(await verify(other), ['verify_email', 'welcome']);
  t.true((await platform.db('users').where({ id: withdrawn.userId }).first()).email_verified);
});

test.serial('a token that Telegram refuses leaves no venue: neither in the list nor in the data', async (t) => {
  const owner = await newOwner(platform);
  const order = { ...orderOf(await newBot(platform)), botToken: '123456789:AAHk3mZqPz9xW1bQ2c3d4e5f6g7h8i9j0k' };
  const { status, body } = await owner.call('POST', '/api/provision/create', order);
  t.deepEqual([status, body.code], [400, 'bot_token_refused']);
  const { body: data } = await owner.call('GET', '/api/auth/export-data');
  t.deepEqual(data.tenants, []);
  t.like(data.unopened_tenants[0], { subdomain: order.subdomain });
  t.deepEqual(
    (await owner.call('GET', '/api/provision/my-tenants')).body.tenants.filter(
      ({ status }: { status: string }) => status !== 'deleted',
    ),
    [],
  );
});

test.serial('nobody exports, withdraws or deletes for somebody who is not signed in', async (t) => {
  for (const [method, path] of [
    ['GET', '/api/auth/export-data'],
    ['POST', '/api/auth/withdraw-consent'],
    ['DELETE', '/api/auth/delete-account'],
  ] as const) {
    t.is((await call(platform.url, method, path)).status, 401);
    t.is((await call(platform.url, method, path, { token: 'forged' })).status, 401);
  }
});

test.serial('the export does not wait for a venue that is being made', async (t) => {
  const owner = await newOwner(platform);
  const bot = await newBot(platform);
  const ordered = await owner.call('POST', '/api/provision/create', orderOf(bot), { prefer: 'respond-async' });
  t.is(ordered.status, 202);

  const { body } = await owner.call('GET', '/api/auth/export-data');

  t.is(body.tenants.length, 1);
  t.is(body.provisions.length, 1);
});

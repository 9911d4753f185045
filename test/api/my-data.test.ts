import { randomUUID } from 'node:crypto';
import test from 'ava';
import { exportedTables, impersonalTables } from '../../api/src/retention/personal-tables.ts';
import { platform, setUpMyData, workbookPath } from '../support/account/my-data.ts';
import { linkIdentity, pay, saveCard } from '../support/account/person.ts';
import { call, newOwner, newVenue, type TestOwner } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpMyData();

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
    // requests are keys of what administrators asked, which the subscription's events show; leases name a tenant while a process listens to its bot; who writes to it in a messenger is known to it alone
    t.deepEqual(
      personal.filter((name) => !exportedTables[name as string]),
      [
        'billing_requests',
        'bot_leases',
        'max_bots',
        'max_events',
        'max_messages',
        'max_people',
        'suspended_chats',
        'tenant_resources',
      ],
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
  const bottle = { ean: '4600000000015', description: 'Ром', created_at: new Date(), updated_at: new Date() };
  const [alias] = await db('aliases').insert(bottle).returning('id');
  const match = { item_id: 1, alias_id: alias.id, name: 'Ромчик моего бара', mark: 'romcik', at: new Date() };
  await db('tenant_matches').insert({ tenant_id: venue.id, ...match });
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

test.serial("a name is entries as first and last, a provider's account without a name too", async (t) => {
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
  const entries = body.activity.filter(({ action }: { action: string }) => action === 'user.consent_withdrawn');
  t.is(entries.length, 1);
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

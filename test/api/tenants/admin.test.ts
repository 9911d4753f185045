import test from 'ava';
import {
  callVenue,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

let platform: TestPlatform;
let administrator: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(administrator.userId);
});
test.after.always(() => platform?.stop());

async function someVenue(): Promise<{ owner: TestOwner; venue: TestVenue }> {
  const owner = await newOwner(platform);
  return { owner, venue: await newVenue(platform, owner) };
}

test('an administrator finds venues by subdomain or owner, exactly counted', async (t) => {
  const { owner, venue } = await someVenue();

  for (const search of [venue.subdomain, owner.email]) {
    const { status, body, headers } = await administrator.call('GET', `/api/admin/tenants?search=${search}`);
    t.is(status, 200);
    t.like(body.tenants[0], {
      tenant_id: venue.id,
      subdomain: venue.subdomain,
      user_email: owner.email,
      status: 'active',
    });
    t.true(Date.now() - Date.parse(body.tenants[0].created_at) < 3_600_000);
    t.is(headers['content-range'], 'tenants 0-0/1');
  }
  t.is((await administrator.call('GET', '/api/admin/tenants?sortBy=password')).status, 400);
});

test('venues are listed newest first, and sorted by subdomain, owner, status and date', async (t) => {
  const [first, second] = [await newOwner(platform), await newOwner(platform)];
  const [early, late] = [first, second].toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const row = (owner: TestOwner | undefined, letter: string, status: string, month: number) => ({
    id: `tsorted000${letter}`,
    owner_id: owner?.userId,
    subdomain: `sorted-${letter}`,
    display_name: letter,
    status,
    bot_id: month,
    bot_token_sealed: '',
    admin_username: 'admin',
    database_password_sealed: '',
    internal_secret_sealed: '',
    created_at: new Date(2026, month),
  });
  await platform
    .db('tenants')
    .insert([row(late, 'a', 'active', 2), row(early, 'c', 'suspended', 3), row(early, 'b', 'suspended', 1)]);
  const read = async (query: string): Promise<string> => {
    const { body } = await administrator.call('GET', `/api/admin/tenants?search=sorted-&${query}`);
    return body.tenants.map(({ display_name }: { display_name: string }) => display_name).join('');
  };

  t.is(await read(''), 'cab');
  t.is(await read('sortBy=subdomain&sortOrder=asc'), 'abc');
  t.is((await read('sortBy=user_email&sortOrder=desc'))[0], 'a');
  t.is((await read('sortBy=status&sortOrder=asc'))[0], 'a');
  t.is(await read('sortBy=created_at&sortOrder=asc'), 'bac');
});

test('an owner may not see the list', async (t) => {
  const { owner } = await someVenue();

  t.is((await owner.call('GET', '/api/admin/tenants')).status, 403);
});

test('a suspended venue says so and comes back when activated', async (t) => {
  const { owner, venue } = await someVenue();
  const put = (status: string) => administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status });

  t.is((await put('suspended')).status, 200);
  const shut = await callVenue(platform, venue.subdomain, 'GET', '/api/items');
  t.like(shut, { status: 403, body: { success: false, code: 'tenant_suspended' } });
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  t.is((await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`)).status, 409);
  t.is((await administrator.call('POST', `/api/admin/tenants/${venue.id}/restart`)).status, 409);

  t.is((await put('active')).status, 200);
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is((await administrator.call('POST', `/api/admin/tenants/${venue.id}/restart`)).status, 200);
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is((await put('deleted')).status, 400);

  const { body } = await administrator.call('GET', `/api/admin/activity?target=tenant:${venue.id}`);
  t.deepEqual(
    body.activity.slice(0, 3).map(({ action, actor_email }: Record<string, unknown>) => [action, actor_email]),
    ['tenant.restarted', 'tenant.active', 'tenant.suspended'].map((action) => [action, administrator.email]),
    'each is told once, as what the administrator did',
  );
});

test('who asks for a restart while one is under way gets the same one', async (t) => {
  const { venue } = await someVenue();
  const restart = () => administrator.call('POST', `/api/admin/tenants/${venue.id}/restart`);
  const first = restart();
  await until(async () => (await platform.venues.runtime.state(venue.id)) !== 'running', 'the venue stopped');

  const all = await Promise.all([first, ...Array.from({ length: 5 }, restart)]);

  t.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
  t.is((await venue.call('GET', '/api/items')).status, 200);
});

test('the lines a venue wrote can be read', async (t) => {
  const { venue } = await someVenue();

  const { status, body } = await administrator.call('GET', `/api/admin/tenants/${venue.id}/logs?lines=5`);

  t.is(status, 200);
  t.true(body.lines.some((line: string) => line.includes('listening')));
  t.is((await administrator.call('GET', `/api/admin/tenants/${venue.id}/logs?lines=x`)).status, 400);
  t.is((await administrator.call('GET', '/api/admin/tenants/tnever00000/logs')).status, 404);
});

test('everything about one venue is told, and nothing about one that never was', async (t) => {
  const { owner, venue } = await someVenue();

  const { body } = await administrator.call('GET', `/api/admin/tenants/${venue.id}`);

  t.like(body.tenant, {
    id: venue.id,
    owner: { id: owner.userId, email: owner.email, status: 'active' },
    plan: { name: 'professional' },
    process: { state: 'running', crashes: 0 },
    bot: { username: venue.bot.username, state: 'well' },
    last_backup: null,
  });
  t.true(body.tenant.database_bytes > 1_000_000);
  t.true(body.tenant.disk_bytes > 0);
  t.regex(body.tenant.version, /^[0-9a-f]{12}$/);
  t.like(await administrator.call('GET', '/api/admin/tenants/tnever00000'), { status: 404 });
  t.is((await owner.call('GET', `/api/admin/tenants/${venue.id}`)).status, 403);
});

test('an administrator deletes a venue as its owner would, and is named with it', async (t) => {
  const { venue } = await someVenue();

  t.like(await administrator.call('DELETE', `/api/admin/tenants/${venue.id}`), {
    status: 200,
    body: { success: true },
  });

  t.is((await venue.call('GET', '/api/items')).status, 404);
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  const { status } = await platform.db('tenants').where({ id: venue.id }).first('status');
  t.is(status, 'deleted');
  const entry = await platform
    .db('activity')
    .where({ target: `tenant:${venue.id}`, action: 'tenant.deleted' })
    .first();
  t.is(entry.actor_id, administrator.userId);
  t.truthy(entry.ip);
  t.is((await administrator.call('DELETE', `/api/admin/tenants/${venue.id}`)).status, 404);
  const role = await platform.db('pg_roles').where({ rolname: venue.id }).first('rolcanlogin');
  t.false(role.rolcanlogin, 'nobody enters its database');
});

test('of several who delete one venue at once one does, and the others find none', async (t) => {
  const { venue } = await someVenue();

  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => administrator.call('DELETE', `/api/admin/tenants/${venue.id}`)),
  );

  t.deepEqual(replies.map(({ status, body }) => body.code ?? status).sort(), [
    200,
    ...Array(3).fill('tenant_not_found'),
  ]);
  const entries = await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.deleted' });
  t.is(entries.length, 1);
});

test('a venue that sleeps is left alone by an update', async (t) => {
  const { venue } = await someVenue();
  await platform.venues.runtime.stop(venue.id);

  const { body } = await administrator.call('POST', `/api/admin/tenants/${venue.id}/update`);

  t.like(body.operation, { status: 'done', done: 0, skipped: 1 });
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  t.is((await venue.call('GET', '/api/items')).status, 200);
});

test('a suspended venue refuses its API, its scanner, its socket and its page, in Russian', async (t) => {
  const { venue } = await someVenue();
  await administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status: 'suspended' });
  const html = { accept: 'text/html' };

  const api = await venue.call('POST', '/api/changes', { changes: [] });
  const socket = await venue.call('GET', '/socket.io/?EIO=4&transport=polling');
  const page = await venue.call('GET', '/', undefined, html);
  const scanner = await venue.call('GET', '/scan/', undefined, html);

  for (const refused of [api, socket]) {
    t.like(refused, { status: 403, body: { success: false, code: 'tenant_suspended' } });
    t.regex(refused.body.error, /Заведение приостановлено/);
  }
  for (const shown of [page, scanner]) {
    t.is(shown.status, 403);
    t.regex(shown.body, /<h1>Заведение приостановлено<\/h1>/);
  }
});

test('the release that venues are started from is the one image, and cannot be deleted', async (t) => {
  const { venue } = await someVenue();
  const { body, headers } = await administrator.call('GET', '/api/admin/images');

  t.is(headers['content-range'], 'images 0-0/1');
  const [image] = body.images;
  t.like(image, { repository: 'tenant-runtime', in_use: true });
  t.regex(image.id, /^[0-9a-f]{64}$/);
  t.true(image.size > 100_000 && Date.parse(image.created_at) > 0);
  const { body: details } = await administrator.call('GET', `/api/admin/tenants/${venue.id}`);
  t.is(details.tenant.version, image.tag);
  const refused = await administrator.call('DELETE', `/api/admin/images/${image.id}`);
  t.like(refused, { status: 409, body: { code: 'image_in_use' } });
  t.is((await administrator.call('DELETE', '/api/admin/images/none')).status, 404);
  t.is((await administrator.call('GET', '/api/admin/images?search=nginx')).body.pagination.total, 0);
});

test('a venue whose making failed is neither open nor deleted: the list, its record and the journal say why', async (t) => {
  const owner = await newOwner(platform);
  const order = { subdomain: 'never-made', botToken: `123456789:${'A'.repeat(35)}`, adminUsername: 'boss' };
  t.is((await owner.call('POST', '/api/provision/create', order)).body.code, 'bot_token_refused');
  const listed = async (status: string) => {
    const { body } = await administrator.call('GET', `/api/admin/tenants?status=${status}&search=never-made`);
    return body.tenants as { id: string; making_failed?: { at: string; reason: string } }[];
  };

  const [failed] = await listed('failed');
  t.regex(failed?.making_failed?.reason ?? '', /^Telegram не принял токен/);
  t.deepEqual(await listed('deleted'), []);
  const { tenant } = (await administrator.call('GET', `/api/admin/tenants/${failed?.id}`)).body;
  t.like(tenant, { making_failed: failed?.making_failed, restorable_until: null });

  const made = await newVenue(platform, owner);
  const recipientsOf = async (id: string | undefined): Promise<string[]> => {
    const rows = await platform
      .db('activity')
      .where({ target: `tenant:${id}`, actor_id: null })
      .orderBy('id');
    return rows.map(({ action, description }) => `${action} ${description}`);
  };
  const [end, ...more] = await recipientsOf(failed?.id);
  t.regex(end ?? '', /^tenant\.failed Не создано заведение «never-made» \(never-made\): Telegram не принял токен/);
  t.deepEqual(more, []);
  t.regex((await recipientsOf(made.id))[0] ?? '', /^tenant\.opened Открыто заведение/);
});

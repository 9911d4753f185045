import test from 'ava';
import { bearer, createTestApi, MINUTE, PASSWORD, type TestApi } from '../support/platform/api.ts';

let api: TestApi;
let admin: { id: number; email: string; token: string };
test.before(async () => {
  api = await createTestApi({
    host: {
      list: async () => [
        { id: 'trunning001', state: 'running', endpoint: 'http://127.0.0.1:1', startedAt: new Date(), crashes: 0 },
        { id: 'tcrashed001', state: 'crashed', endpoint: null, startedAt: null, crashes: 5 },
        { id: 'tstray00001', state: 'running', endpoint: 'http://127.0.0.1:2', startedAt: new Date(), crashes: 0 },
      ],
    },
  });
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

const get = (path: string, as = admin) => api.call.get(path).set(...bearer(as));

test('users are found, sorted and paged in both dialects, with an exact total', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  for (let person = 0; person < 7; person += 1) await mine.signUp();
  const read = async (query: string) => {
    const reply = await mine.call.get(`/api/admin/users?${query}`).set(...bearer(boss));
    return { ...reply.body, range: reply.headers['content-range'] };
  };

  const spec = await read('page=2&limit=3&sortBy=email&sortOrder=asc');
  const rest = await read('range=[3,5]&sort=["email","ASC"]&filter={}');
  const searched = await read('search=CUSTOMER3@');
  const named = await read(`search=${encodeURIComponent('анна 4')}`);
  const many = await read(`filter=${encodeURIComponent(JSON.stringify({ id: [boss.id] }))}`);
  const literal = await read('search=%25');
  const ids = async (query: string) => (await read(query)).users.map(({ id }: { id: number }) => id);
  const newest = await ids('');

  t.deepEqual(spec.users, rest.users);
  t.is(rest.range, 'users 3-5/8');
  t.deepEqual(spec.pagination, { total: 8, page: 2, pages: 3 });
  t.deepEqual(
    [searched, named].map((found) => found.users.map((user: { email: string }) => user.email)),
    [['customer3@bar.example'], ['customer4@bar.example']],
  );
  t.deepEqual(
    many.users.map((user: { id: number }) => user.id),
    [boss.id],
  );
  t.is(literal.pagination.total, 0);
  t.deepEqual(newest, [...Array(8).keys()].map((at) => boss.id + at).toReversed());
  for (const sortBy of ['email', 'role', 'status', 'created_at']) {
    const up = await ids(`sortBy=${sortBy}&sortOrder=asc`);
    t.deepEqual(await ids(`sortBy=${sortBy}&sortOrder=desc`), up.toReversed(), sortBy);
  }
  t.is((await ids('sortBy=role&sortOrder=asc'))[0], boss.id);
  t.deepEqual(Object.keys(spec.users[0]).sort(), [
    'created_at',
    'email',
    'id',
    'name',
    'role',
    'status',
    'subscription_end',
    'subscription_plan',
    'subscription_status',
  ]);
  await mine.close();
});

test('a block signs out at once and for good, an unblock lets in again', async (t) => {
  const person = await api.signUp();
  t.is((await get('/api/auth/me', person)).status, 200);
  const setStatus = (status: string) =>
    api.call
      .put(`/api/admin/users/${person.id}/status`)
      .set(...bearer(admin))
      .send({ status });
  const login = () => api.call.post('/api/auth/login').send({ email: person.email, password: PASSWORD });

  const blocked = await setStatus('suspended');
  const me = await get('/api/auth/me', person);
  const refused = await login();
  const refresh = await api.call.post('/api/auth/refresh').send({ refreshToken: person.refreshToken });
  const unblocked = await setStatus('active');
  const again = await login();

  t.like(blocked.body, { success: true, message: 'Пользователь заблокирован', user: { status: 'blocked' } });
  t.deepEqual([me.status, refused.status, refresh.status], [403, 403, 403]);
  t.is(me.body.code, 'blocked');
  t.is(unblocked.body.message, 'Пользователь активирован');
  t.is(again.status, 200);
  t.is((await get('/api/auth/me', person)).status, 401);
});

test('an administrator cannot be blocked', async (t) => {
  const reply = await api.call
    .put(`/api/admin/users/${admin.id}/status`)
    .set(...bearer(admin))
    .send({ status: 'blocked' });

  t.is(reply.status, 409);
  t.is(reply.body.error, 'Администратора нельзя заблокировать');
});

test('the overview counts what there is and names the last five doings', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  const people = [];
  for (let person = 0; person < 6; person += 1) people.push(await mine.signUp());
  const paying = (id: number | undefined, plan: string, changes: object) =>
    mine
      .db('subscriptions')
      .where({ user_id: id })
      .update({ plan_id: mine.db('plans').where({ name: plan }).select('id'), ...changes });
  const future = new Date(Date.now() + 1e9);
  await paying(people[0]?.id, 'starter', { current_period_end: future });
  await paying(people[1]?.id, 'professional', { current_period_end: future, billing_period: 'yearly' });
  await paying(people[2]?.id, 'professional', {});
  await paying(people[3]?.id, 'starter', { current_period_end: new Date(0) });
  await paying(people[4]?.id, 'starter', { current_period_end: future, status: 'canceled' });

  const { body } = await mine.call.get('/api/admin/stats').set(...bearer(boss));

  t.like(body.stats, { totalUsers: 7, totalTenants: 0, activeTenants: 0, activeSubscriptions: 3 });
  // the list that the figure links to
  for (const query of [
    'paid=true',
    'paid=true&sortBy=current_period_end',
    'filter={"paid":true}&sort=["tenant_count","ASC"]',
  ]) {
    const listed = await mine.call.get(`/api/admin/subscriptions/users?${query}`).set(...bearer(boss));
    t.is(listed.body.pagination.total, 3, query);
    const ids = listed.body.users.map(({ id }: { id: number }) => id).sort();
    t.deepEqual(ids, [people[0]?.id, people[1]?.id, people[2]?.id], query);
  }
  const both = await mine.call.get('/api/admin/subscriptions/users?paid=true&search=customer2@').set(...bearer(boss));
  t.is(both.body.pagination.total, 1);
  const wrong = await mine.call.get('/api/admin/subscriptions/users?paid=sometimes').set(...bearer(boss));
  t.is(wrong.status, 400);
  // none of them was paid for
  t.is(body.stats.mrr, 0);
  t.is(body.stats.recentActivity.length, 5);
  t.is(body.stats.recentActivity[0].description, 'Зарегистрирован пользователь customer7@bar.example');
  t.false(Number.isNaN(Date.parse(body.stats.recentActivity[0].timestamp)));
  await mine.close();
});

const tenantOf = (owner: { id: number }, id: string, status: string, subdomain: string, created_at = new Date()) => ({
  id,
  owner_id: owner.id,
  subdomain,
  display_name: subdomain,
  status,
  bot_id: Math.floor(Math.random() * 1e9),
  bot_token_sealed: '',
  admin_username: 'admin',
  database_password_sealed: '',
  internal_secret_sealed: '',
  created_at,
});

test('the audit compares rows, hosted venues and databases', async (t) => {
  const owner = await api.signUp();
  await api
    .db('tenants')
    .insert([
      { ...tenantOf(owner, 'trunning001', 'active', 'running'), endpoint: 'http://127.0.0.1:1' },
      tenantOf(owner, 'tcrashed001', 'active', 'test-crashed'),
      tenantOf(owner, 'tstuck00001', 'creating', 'stuck', new Date(Date.now() - 11 * MINUTE)),
      tenantOf(owner, 'tgone000001', 'deleted', 'gone'),
    ]);

  const { body } = await get('/api/admin/tenants/audit');

  const { stats, tenants } = body.audit;
  t.like(stats, {
    total: 3,
    by_status: { active: 2, creating: 1, suspended: 0 },
    containers_exist: 2,
    with_container_id: 1,
    orphaned_db: 0,
    orphaned_containers: 1,
    visible_to_users: 3,
    test_tenants: 1,
    deleted_tenants: 1,
    orphaned_nginx: 0,
    // none of the active tenants has its database here
    has_issues: 3,
    down: 0,
  });
  const crashed = tenants.find((row: { tenant_id: string }) => row.tenant_id === 'tcrashed001');
  t.like(crashed, { docker_status: 'exited', owner_email: owner.email, user_status: 'active', has_issues: true });
  t.like(crashed, { subdomain: 'test-crashed', status: 'active', visible_to_user: true });
  t.false(Number.isNaN(Date.parse(crashed.created_at)));
  const saysOf = (row: { evidence: { source: string; says: string }[] }) =>
    row.evidence.map(({ source, says }) => `${source}: ${says}`);
  t.deepEqual(saysOf(crashed), [
    'database: Состояние: активно',
    'database: Базы данных нет',
    'host: Процесс завершился',
    'ingress: Файл не нужен: запросы передаёт сама платформа',
  ]);
  const docker_status = tenants.map((row: { docker_status: string }) => row.docker_status).sort();
  t.deepEqual(docker_status, ['exited', 'not_found', 'not_found', 'running']);
  const gone = tenants.find((row: { status: string }) => row.status === 'deleted');
  t.is(gone.subdomain, 'gone');
  t.is(saysOf(gone).at(-1), 'ingress: Адрес свободен');
  const stuck = tenants.find((row: { tenant_id: string }) => row.tenant_id === 'tstuck00001');
  t.deepEqual(stuck.issues, ['Создаётся дольше 10 минут']);
  const searched = await get('/api/admin/tenants/audit?search=RASHED');
  t.deepEqual(
    searched.body.audit.tenants.map((row: { subdomain: string }) => row.subdomain),
    ['test-crashed'],
  );
  t.deepEqual((await get('/api/admin/tenants/audit?search=_')).body.audit.tenants, [], 'letter for letter');
});

test('plans tell the administrator everything, in roubles', async (t) => {
  const { body } = await get('/api/admin/plans?include_archived=true');

  t.deepEqual(
    body.plans.map((plan: { name: string; price_monthly: number | null }) => [plan.name, plan.price_monthly]),
    [
      ['free', 0],
      ['starter', 990],
      ['professional', 1990],
      ['corporate', null],
    ],
  );
  t.true(body.plans[0].active_subscriptions > 0);
});

test('a host without images lists none', async (t) => {
  t.deepEqual((await get('/api/admin/images')).body.images, []);
});

test('letters are counted by template and state', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  await mine.signUp();

  const { body } = await mine.call.get('/api/admin/email/stats?days=7').set(...bearer(boss));

  t.deepEqual(body.totals, [{ template_type: 'verify_email', status: 'queued', count: 2 }]);
  t.is(body.period.days, 7);
  const { body: usual } = await mine.call.get('/api/admin/email/stats').set(...bearer(boss));
  t.is(usual.period.days, 30);
  await mine.close();
});

import test from 'ava';
import { bearer, createTestApi, type TestApi } from '../support/platform/api.ts';

const PEOPLE = 40;
const PAGE = 7;

interface Person {
  id: number;
  email: string;
  name: string;
  company_name: string | null;
  role: string;
  status: string;
  created_at: string;
  plan: number | null;
  subscription_status: string | null;
  end: string | null;
  venues: number;
}

let api: TestApi;
let admin: { id: number; token: string };
let people: Person[];

const WHOLE = `
  select u.id, u.email, u.name, u.company_name, u.role, u.status, u.created_at, s.plan_id as plan,
         s.status as subscription_status, s.current_period_end as end,
         (select count(*) from tenants t where t.owner_id = u.id and t.status <> 'deleted') as venues
    from users u left join subscriptions s on s.user_id = u.id where u.deleted_at is null`;

/** Users without a subscription, deleted ones, and owners of tenants: each is one in ten or so. */
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
  await api.db.raw(
    `insert into users (email, name, company_name, status, created_at, deleted_at)
     select 'p' || n * 7 % 41 || '@bar.example', 'Анна ' || n % 5, case when n % 4 > 0 then 'ООО ' || n % 6 end,
            case when n % 6 = 0 then 'blocked' else 'active' end, now() - n % 9 * interval '1 day',
            case when n % 10 = 9 then now() end
       from generate_series(1, ?::int) n`,
    [PEOPLE],
  );
  await api.db.raw(
    `insert into subscriptions (user_id, plan_id, status, current_period_end)
     select u.id, p.id, (array['active', 'past_due', 'expired'])[1 + u.id % 3],
            case when u.id % 5 > 0 then now() + u.id % 4 * interval '1 day' end
       from users u join plans p on p.sort_order = 1 + u.id % 2 where u.id % 7 > 0 and u.role <> 'admin'`,
  );
  await api.db.raw(
    `insert into tenants (id, owner_id, subdomain, display_name, status, bot_id, bot_token_sealed, admin_username,
                          database_password_sealed, internal_secret_sealed)
     select 'tpage' || u.id || 'x' || n, u.id, 'page' || u.id || 'x' || n, 'Бар',
            case when n = 3 then 'deleted' else 'active' end, u.id * 10 + n, '', 'admin', '', ''
       from users u, generate_series(1, 3) n where u.id % 3 = 0 and n <= 1 + u.id % 4`,
  );
  people = (await api.db.raw(WHOLE)).rows;
});
test.after.always(() => api.close());

const read = async (path: string) => {
  const { body } = await api.call.get(`/api/admin/${path}`).set(...bearer(admin));
  return { ids: body.users?.map(({ id }: { id: number }) => id), total: body.pagination?.total };
};

type Value = string | number | Date | null;
/** Sorts as PostgreSQL does: null is the greatest; users without a subscription are last in either order. */
function sorted(rows: Person[], keys: (keyof Person)[], order: 'asc' | 'desc', ofSubscription: boolean): number[] {
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: Value, other: Value): number => {
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const has = (row: Person): number => (ofSubscription && row.plan === null ? 1 : 0);
  return [...rows]
    .sort(
      (a, b) =>
        has(a) - has(b) || sign * ([...keys, 'id'] as const).reduce((so, key) => so || compare(a[key], b[key]), 0),
    )
    .map(({ id }) => id);
}

const filters: [string, string, (row: Person) => boolean][] = [
  ['', '', () => true],
  ['status=active', '', ({ status }) => status === 'active'],
  ['search=бар', 'search=бар', ({ company_name }) => company_name === 'бар'],
  ['search=ооо 3', 'search=ооо 3', ({ company_name }) => company_name === 'ООО 3'],
  ['plan_id=1', 'plan_id=1', ({ plan }) => plan === 1],
  [
    'plan_id=1&subscription_status=active&search=анна',
    'plan_id=1&status=active&search=анна',
    ({ plan, subscription_status, name }) =>
      plan === 1 && subscription_status === 'active' && name !== '' && /^Анна/.test(name),
  ],
];
const orders: [string, string, (keyof Person)[]][] = [
  ['users', 'id', []],
  ['users', 'email', ['email']],
  ['users', 'role', ['role']],
  ['users', 'status', ['status']],
  ['users', 'created_at', ['created_at']],
  ['users', 'subscription', ['plan', 'end']],
  ['users', 'subscription_end', ['end']],
  ['subscriptions/users', 'company_name', ['company_name']],
  ['subscriptions/users', 'status', ['subscription_status']],
  ['subscriptions/users', 'current_period_end', ['end']],
  ['subscriptions/users', 'tenant_count', ['venues']],
];

for (const [path, sort, keys] of orders) {
  test(`${path}: pages by ${sort} are exactly those of the whole, from either end`, async (t) => {
    const ofSubscription =
      ['subscription', 'subscription_end', 'current_period_end'].includes(sort) || keys[0] === 'subscription_status';
    for (const [ofUsers, ofSubscribers, only] of filters) {
      const filter = path === 'users' ? ofUsers : ofSubscribers;
      if (filter === '' && ofUsers !== '') continue;
      for (const order of ['asc', 'desc'] as const) {
        const whole = sorted(people.filter(only), keys, order, ofSubscription);
        const found: number[] = [];
        for (let page = 1; page <= Math.floor(whole.length / PAGE) + 1; page += 1) {
          const { ids, total } = await read(
            `${path}?sortBy=${sort}&sortOrder=${order}&page=${page}&limit=${PAGE}&${encodeURI(filter)}`,
          );
          t.is(total, whole.length);
          found.push(...ids);
        }
        t.deepEqual(found, whole, `${filter} ${order}`);
      }
    }
  });
}

test('plans count everybody who has an account, and those whose subscription runs', async (t) => {
  const { body } = await api.call.get('/api/admin/subscriptions/stats').set(...bearer(admin));
  const now = new Date();
  for (const { plan_id, user_count, active_count } of body.stats) {
    const having = people.filter(({ plan }) => plan === plan_id);
    const runs = ({ subscription_status, end }: Person): boolean =>
      subscription_status === 'active' && (end === null || new Date(end) > now);
    t.deepEqual([user_count, active_count], [having.length, having.filter(runs).length]);
  }
});

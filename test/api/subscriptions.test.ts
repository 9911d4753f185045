import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import test from 'ava';
import {
  admin,
  api,
  historyOf,
  type Person,
  payer,
  plans,
  post,
  postOnce,
  rowOf,
  setUpSubscriptions,
  signInAgain,
} from '../support/billing/admin-subscriptions.ts';
import { bearer, createTestApi, DAY } from '../support/platform/api.ts';

setUpSubscriptions();

test.serial(
  'everybody is listed with what they have, found by address, name and company, filtered and paged',
  async (t) => {
    const mine = await createTestApi();
    const boss = await mine.signUp('admin');
    const people = [];
    for (let person = 0; person < 5; person += 1) people.push(await mine.signUp());
    const [first, second, third] = people as [Person, Person, Person];
    await mine.db('users').where({ id: first.id }).update({ company_name: 'ООО «Ромашка_100%»' });
    const starter = mine.db('plans').where({ name: 'starter' }).select('id');
    const end = new Date(mine.clock.now().getTime() + 2.2 * DAY);
    await mine.db('subscriptions').where({ user_id: second.id }).update({ plan_id: starter, current_period_end: end });
    await mine.db('subscriptions').where({ user_id: third.id }).update({ plan_id: starter, status: 'expired' });
    const read = async (query: string) => {
      const reply = await mine.call.get(`/api/admin/subscriptions/users?${query}`).set(...bearer(boss));
      return {
        ...reply.body,
        range: reply.headers['content-range'],
        ids: reply.body.users?.map(({ id }: SubscriptionUser) => id),
      };
    };
    const starterId = (await mine.db('plans').where({ name: 'starter' }).first()).id;

    const all = await read('');
    const company = await read(`search=${encodeURIComponent('ромашка_100%')}`);
    const ofPlan = await read(`plan_id=${starterId}&sortBy=email&sortOrder=asc`);
    const expired = await read(`plan_id=${starterId}&status=expired&search=`);
    const rest = await read(`range=[1,2]&sort=["email","ASC"]&filter={"plan_id":${starterId}}`);
    const { body: stats } = await mine.call.get('/api/admin/subscriptions/stats').set(...bearer(boss));

    const subscription = await mine.db('subscriptions').where({ user_id: second.id }).first();
    t.is(all.pagination.total, 6);
    t.is(all.users.find(({ id }: SubscriptionUser) => id === first.id).company_name, 'ООО «Ромашка_100%»');
    t.deepEqual(company.ids, [first.id]);
    t.deepEqual(ofPlan.ids, [second.id, third.id]);
    t.deepEqual(expired.ids, [third.id]);
    t.is(rest.range, 'users 1-1/2');
    t.like(ofPlan.users[0], {
      email: second.email,
      name: 'Анна 3',
      company_name: null,
      subscription_id: subscription.id,
      current_period_start: subscription.current_period_start?.toISOString() ?? null,
      plan_id: starterId,
      plan_display_name: 'Стартовый',
      price_monthly: 990,
      subscription_status: 'active',
      current_period_end: end.toISOString(),
      days_remaining: 3,
      tenant_count: 0,
    });
    t.like(stats.stats[1], { plan_name: 'starter', display_name: 'Стартовый', active_count: 1, user_count: 2 });
    t.is((await read('status=sometimes')).success, false);
    for (const sortBy of [
      'id',
      'email',
      'name',
      'company_name',
      'plan',
      'status',
      'current_period_end',
      'tenant_count',
      'created_at',
    ]) {
      const up = await read(`sortBy=${sortBy}&sortOrder=asc`);
      const down = await read(`sortBy=${sortBy}&sortOrder=desc`);
      t.deepEqual(up.ids.toSorted(), all.ids.toSorted(), sortBy);
      t.deepEqual(down.ids, up.ids.toReversed(), sortBy);
    }
    await mine.close();
  },
);

test.serial('what runs is extended by whole days, also by two at once, and what was paid is not changed', async (t) => {
  const person = await payer('starter');
  const before = await rowOf(person);
  const extend = (days: unknown) => post(`admin/subscriptions/${person.id}/extend`, { days });

  const replies = await Promise.all([extend(3), extend('4')]);
  const wrong = await Promise.all([extend(0), extend(-1), extend(1.5), extend('много'), extend(null), extend([1])]);

  t.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  t.is(replies[0]?.body.message, 'Подписка продлена на 3 дней');
  t.deepEqual(
    wrong.map(({ status }) => status),
    Array(6).fill(400),
  );
  const after = await rowOf(person);
  t.is(Date.parse(after.current_period_end ?? '') - Date.parse(before.current_period_end ?? ''), 7 * DAY);
  const ledger = await api.db('billing_ledger').where({ user_id: person.id, kind: 'payment' });
  t.deepEqual(
    ledger.map(({ amount }) => amount),
    [99_000],
  );
  const acts = await api.db('activity').where({ target: `user:${person.id}`, action: 'subscription.extended' });
  t.deepEqual(
    acts.map(({ actor_id }) => actor_id),
    [admin.id, admin.id],
  );
});

test.serial('what is requested again under the same key, its answer being lost, is done once', async (t) => {
  const [first, second] = [await payer('starter'), await payer('starter')];
  const before = await rowOf(first);
  const extend = (person: Person, days: number) => postOnce('bulk-1', `subscriptions/${person.id}/extend`, { days });
  const grant = () =>
    postOnce('gift-1', `subscriptions/${second.id}/grant-temporary`, { planId: plans.professional, days: 5 });

  const both = await Promise.all([extend(first, 30), extend(first, 30)]);
  const again = await extend(first, 30);
  const other = await extend(first, 14);
  const neighbour = await extend(second, 30);
  const grants = [await grant(), await grant()];

  t.deepEqual(
    [...both, again].map(({ status }) => status),
    [200, 200, 200],
  );
  const [now, repeated] = both.map(({ body }) => body).toSorted((one) => (one.done_before === null ? -1 : 1));
  t.is(now?.done_before, null);
  t.like(now, { message: 'Подписка продлена на 30 дней' });
  t.deepEqual([repeated?.user, again.body.user], [now?.user, now?.user]);
  t.truthy(again.body.done_before);
  t.deepEqual(
    [repeated?.done_before, again.body.message],
    [again.body.done_before, 'Уже сделано раньше, второй раз не делали'],
  );
  const after = await rowOf(first);
  t.is(Date.parse(after.current_period_end ?? '') - Date.parse(before.current_period_end ?? ''), 30 * DAY);
  t.like(other, { status: 409 });
  t.is(other.body.code, 'key_reused');
  t.is(neighbour.status, 200, 'the key of a bulk request is each person’s own');
  t.deepEqual(
    grants.map(({ status, body }) => [status, body.user?.days_remaining, body.done_before === null]),
    [
      [200, 5, true],
      [200, 5, false],
    ],
  );
  const acts = await api.db('activity').where({ target: `user:${first.id}`, action: 'subscription.extended' });
  t.is(acts.length, 1);
});

test.serial('a free plan has no end to move, and nobody is extended who is not there', async (t) => {
  const person = await api.signUp();

  const free = await post(`admin/subscriptions/${person.id}/extend`, { days: 3 });
  const nobody = await post('admin/subscriptions/999999/extend', { days: 3 });

  t.like(free, { status: 409 });
  t.is(free.body.error, 'Подписка действует без срока, продлевать нечего');
  t.is(nobody.status, 404);
});

test.serial(
  'a temporary plan runs for its days, and the previous one returns with the time that was left',
  async (t) => {
    const person = await payer('starter');
    // a month has 28 to 31 days
    const bought = Number((await rowOf(person)).days_remaining);
    const give = (planId: number | undefined, days: unknown = 10) =>
      post(`admin/subscriptions/${person.id}/grant-temporary`, { planId, days });

    const same = await give(plans.starter);
    const none = await give(undefined);
    const noDays = await give(plans.professional, 0);
    const given = await give(plans.professional);
    const history = await historyOf(person);
    api.clock.pass(10 * DAY + 60_000);
    await api.billing.runDue();
    await signInAgain();
    const after = await rowOf(person);

    t.deepEqual([same.status, none.status, noDays.status], [409, 400, 400]);
    t.is(given.body.message, 'Временная подписка начислена на 10 дней');
    t.like(given.body.user, { plan_display_name: 'Профессиональный', days_remaining: 10 });
    t.truthy(given.body.user.granted_until);
    t.deepEqual(
      history.map(({ plan_display_name, status, kind }: Record<string, string>) => [plan_display_name, status, kind]),
      [
        ['Профессиональный', 'active', 'grant'],
        ['Стартовый', 'canceled', 'purchase'],
      ],
    );
    t.like(after, { plan_display_name: 'Стартовый', granted_until: null, subscription_status: 'active' });
    t.true((after.days_remaining ?? 0) >= bought - 1, `${after.days_remaining} of ${bought}`);
  },
);

test.serial("a changed plan keeps the period's end, and the history tells what there was", async (t) => {
  const person = await payer('starter');
  const end = (await rowOf(person)).current_period_end;
  const change = (planId: number | undefined) => post(`admin/users/${person.id}/change-plan`, { planId });

  const changed = await change(plans.professional);
  const same = await change(plans.professional);
  const unknown = await change(999_999);
  const history = await historyOf(person);

  t.is(changed.body.message, 'Тариф успешно изменен');
  t.like(changed.body.user, { plan_display_name: 'Профессиональный', current_period_end: end });
  t.deepEqual([same.status, unknown.status], [409, 404]);
  t.deepEqual(
    history.map(({ plan_display_name, status, price }: Record<string, unknown>) => [plan_display_name, status, price]),
    [
      ['Профессиональный', 'active', 990],
      ['Стартовый', 'canceled', 990],
    ],
  );
  t.true(
    history.every(
      ({ id, current_period_start }: Record<string, unknown>) => id && Date.parse(`${current_period_start}`),
    ),
  );
  const newcomer = await api.signUp();
  t.like((await historyOf(newcomer))[0], { kind: 'free', status: 'active', current_period_end: null });

  api.clock.pass(60_000);
  const before = api.clock.now();
  await post(`admin/users/${newcomer.id}/change-plan`, { planId: plans.starter });
  const [endless] = await historyOf(newcomer);
  t.like(endless, { plan_display_name: 'Стартовый', current_period_end: null });
  t.true(Date.parse(endless.current_period_start) >= before.getTime(), 'not since they came');
});

test.serial(
  'a plan that is changed while another is given ends with what was given, and the history tells all of it',
  async (t) => {
    const person = await payer('starter');
    const bought = Number((await rowOf(person)).days_remaining);
    await post(`admin/subscriptions/${person.id}/grant-temporary`, { planId: plans.professional, days: 10 });
    const end = (await rowOf(person)).current_period_end;
    api.clock.pass(2 * DAY);
    await signInAgain();

    const changed = await post(`admin/users/${person.id}/change-plan`, { planId: plans.corporate });
    const history = await historyOf(person);
    api.clock.pass(8 * DAY + 60_000);
    await api.billing.runDue();
    await signInAgain();

    t.like(changed.body.user, { plan_display_name: 'Корпоративный', current_period_end: end, granted_until: end });
    t.deepEqual(
      history.map(({ plan_display_name, status, kind }: Record<string, string>) => [plan_display_name, status, kind]),
      [
        ['Корпоративный', 'active', 'grant'],
        ['Профессиональный', 'canceled', 'grant'],
        ['Стартовый', 'canceled', 'purchase'],
      ],
    );
    t.is(history[0].current_period_end, end);
    const after = await rowOf(person);
    t.like(after, { plan_display_name: 'Стартовый', granted_until: null, subscription_status: 'active' });
    t.true((after.days_remaining ?? 0) >= bought - 1, `${after.days_remaining} of ${bought}`);
  },
);

import type { Knex } from 'knex';
import { createPairTally } from './pair-tally.ts';

/**
 * Columns that accounts are sorted by; each index includes the columns they are filtered by, so that any page is an
 * index-only scan.
 */
const users = ['email', 'name', 'company_name', 'role', 'status', 'created_at'];

/** Such indexes for subscriptions: columns that are not in the key are included. */
const subscriptions: [string, string, string][] = [
  ['subscriptions_by_plan_order', 'plan_id, current_period_end, user_id', 'status'],
  ['subscriptions_by_end_order', 'current_period_end, user_id', 'plan_id, status'],
  ['subscriptions_by_status_order', 'status, user_id', 'plan_id'],
  ['subscriptions_by_plan_and_status', 'plan_id, status, user_id', 'current_period_end'],
];

/** The indexes that these replace. */
const former: [string, string][] = [
  ['subscriptions_plan_order', 'subscriptions (plan_id, current_period_end, user_id)'],
  ['subscriptions_end_order', 'subscriptions (current_period_end, user_id)'],
  ['subscriptions_status_order', 'subscriptions (status, user_id)'],
  ['subscriptions_by_plan', 'subscriptions (plan_id, status, current_period_end)'],
  ...['created_at', 'name', 'role', 'status'].map((column): [string, string] => [
    `users_by_${column}`,
    `users (${column}, id) where deleted_at is null`,
  ]),
  ['subscription_periods_by_time', 'subscription_periods (starts_at, ends_at)'],
];

/**
 * A period's price per month in kopecks. A period of a month or a year has the price that was paid for it; one that an
 * administrator has lengthened or shortened, or that is the rest left after a grant, is priced by the day.
 */
const MONTHLY = `
  case
    when extract(epoch from ends_at - starts_at) between 27.9 * 86400 and 31.1 * 86400 then price
    when extract(epoch from ends_at - starts_at) between 364.9 * 86400 and 366.1 * 86400 then price / 12.0
    else price * (365.25 / 12 * 86400) / greatest(extract(epoch from ends_at - starts_at), 86400)
  end`;

const NAMES_AT_ONCE = 20_000;

/**
 * Counts the names that contain each pair of adjacent letters; from now on every change of a name updates the counts.
 */
async function countPairs(db: Knex): Promise<void> {
  const tally = createPairTally();
  for (let after = 0; ; ) {
    const names = await db('alias_names').where('id', '>', after).orderBy('id').limit(NAMES_AT_ONCE);
    for (const { key, weighed } of names) tally.add(key, weighed, 1);
    if (names.length < NAMES_AT_ONCE) break;
    after = names.at(-1).id;
  }
  const counts = tally.counts();
  if (counts.length > 0) await db('alias_counts').insert(counts);
}

export async function up(db: Knex): Promise<void> {
  for (const [name] of former) await db.raw('drop index ??', [name]);
  for (const column of users) {
    const carried = ['role', 'status'].filter((other) => other !== column).join(', ');
    await db.raw(
      `create index users_by_${column} on users (${column}, id) include (${carried}) where deleted_at is null`,
    );
  }
  await db.raw('create index users_living on users (id) include (role, status) where deleted_at is null');
  await db.raw('create index users_gone on users (id) where deleted_at is not null');
  for (const [name, key, carried] of subscriptions)
    await db.raw(`create index ${name} on subscriptions (${key}) include (${carried})`);
  await db.raw(`create index tenants_living_by_owner on tenants (owner_id) where status <> 'deleted'`);

  await db.raw(
    `alter table subscription_periods add column monthly numeric not null generated always as (${MONTHLY}) stored`,
  );
  await db.raw(`create index subscription_periods_paid on subscription_periods (starts_at, ends_at)
    include (closed_at, monthly) where price > 0 and kind <> 'grant'`);
  await countPairs(db);
}

export async function down(db: Knex): Promise<void> {
  await db('alias_counts').whereRaw(`of ~ '^has:..$'`).delete();
  await db.raw('alter table subscription_periods drop column monthly');
  for (const name of ['tenants_living_by_owner', 'users_living', 'users_gone', ...subscriptions.map(([name]) => name)])
    await db.raw('drop index ??', [name]);
  for (const column of users) await db.raw('drop index ??', [`users_by_${column}`]);
  for (const [name, over] of former) await db.raw(`create index ${name} on ${over}`);
}

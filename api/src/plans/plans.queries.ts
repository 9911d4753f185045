import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { AdminPlanFilter, AdminPlanSort } from '@ostatok/api/contract/plans.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';

/** Prices are in kopecks. */
export type CountedPlan = AdminPlan;
export type PlanRow = Omit<CountedPlan, 'active_subscriptions'>;
export type PlanFields = Omit<PlanRow, 'id' | 'is_archived' | 'sort_order'>;

/** Plans that may be subscribed to today, in the order of the price list. */
export function listOfferedPlans(db: Db): Promise<PlanRow[]> {
  return db('plans').where({ is_active: true, is_archived: false }).orderBy(['sort_order', 'id']);
}

/** Counts running subscriptions by plan id. */
const runningByPlan = (db: Db, now: Date): Knex.QueryBuilder =>
  db('subscriptions')
    .where('status', 'active')
    .where((running) => running.whereNull('current_period_end').orWhere('current_period_end', '>', now))
    .groupBy('plan_id')
    .select('plan_id')
    .count({ active_subscriptions: '*' });

const columns: Record<AdminPlanSort, string> = {
  sort_order: 'p.sort_order',
  order: 'p.sort_order',
  id: 'p.id',
  name: 'p.name',
  display_name: 'p.display_name',
  price_monthly: 'p.price_monthly',
  active_subscriptions: 'active_subscriptions',
};

function plans(db: Db, { id, search, q, status, include_archived }: AdminPlanFilter): Knex.QueryBuilder {
  return db('plans as p').modify((rows: Knex.QueryBuilder) => {
    if (id) rows.whereIn('p.id', id);
    if (status === 'archived') rows.where('p.is_archived', true);
    else if (status === 'active' || !(status === 'all' || include_archived || id)) rows.where('p.is_archived', false);
    const words = search || q;
    if (!words) return;
    const like = likeContaining(words);
    rows.where((any) => {
      for (const column of ['name', 'display_name', 'description']) any.orWhereILike(`p.${column}`, like);
    });
  });
}

export async function listPlansWithSubscribers(
  db: Db,
  filter: AdminPlanFilter,
  {
    sort,
    order,
    offset,
    limit,
    now,
  }: { sort: AdminPlanSort; order: 'asc' | 'desc'; offset: number; limit: number; now: Date },
): Promise<{ rows: CountedPlan[]; total: number }> {
  const [counted] = await plans(db, filter).count({ total: '*' });
  const rows = await plans(db, filter)
    .leftJoin(runningByPlan(db, now).as('running'), 'running.plan_id', 'p.id')
    .select('p.*', db.raw('coalesce(running.active_subscriptions, 0) as active_subscriptions'))
    .orderBy([
      { column: columns[sort], order, nulls: 'last' },
      { column: 'p.id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: counted.total };
}

export const lockPlan = (trx: Knex.Transaction, id: number): Promise<PlanRow | undefined> =>
  trx('plans').where({ id }).forUpdate().first();

const stored = ({ features, ...fields }: Partial<PlanFields>): Record<string, unknown> => ({
  ...fields,
  ...(features && { features: JSON.stringify(features) }),
});

/** Inserts the plan at the end of the list. */
export async function insertPlan(trx: Knex.Transaction, fields: PlanFields): Promise<number> {
  const last = trx('plans').select(trx.raw('coalesce(max(sort_order), 0) + 1'));
  const [row] = await trx('plans')
    .insert({ ...stored(fields), sort_order: last })
    .returning('id');
  return row.id;
}

export async function updatePlan(
  trx: Knex.Transaction,
  id: number,
  changes: Partial<PlanFields & { is_archived: boolean }>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await trx('plans').where({ id }).update(stored(changes));
}

/**
 * Forgets letters about prices that the plan no longer has: when it has them again, its owners are told anew and pay them
 * from the first period that begins long enough after that.
 */
export async function forgetWithdrawnRises(trx: Knex.Transaction, id: number): Promise<void> {
  await trx.raw(
    `delete from billing_notices n using plans p cross join lateral (values ('monthly', p.price_monthly), ('yearly', p.price_yearly)) as has (period, price)
      where p.id = ? and n.kind = 'price_rise' and n.about like p.id || ' ' || has.period || ' %'
        and split_part(n.about, ' ', 3)::bigint > has.price * (100 - p.discount_percent) / 100`,
    [id],
  );
}

/** Locks all plans and returns their ids and archived flags in order. */
export const lockPlans = (trx: Knex.Transaction): Promise<Pick<PlanRow, 'id' | 'is_archived'>[]> =>
  trx('plans').select('id', 'is_archived').orderBy(['sort_order', 'id']).forUpdate();

export async function numberPlans(trx: Knex.Transaction, ids: number[]): Promise<void> {
  await trx.raw(
    'update plans set sort_order = given.place from unnest(?::int[]) with ordinality as given(id, place) where plans.id = given.id',
    [ids],
  );
}

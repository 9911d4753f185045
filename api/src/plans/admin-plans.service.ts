import { isDeepStrictEqual } from 'node:util';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import {
  type AdminPlanFilter,
  type AdminPlanSort,
  FREE_PLAN,
  type PlanChanges,
  type PlanInput,
  type ReorderPlans,
} from '@ostatok/api/contract/plans.ts';
import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { takeLock } from '../platform/locks.queries.ts';
import { changedBy, checkChanges, toChanges, toFields, type Values } from './plan-fields.ts';
import {
  forgetWithdrawnRises,
  insertPlan,
  listPlansWithSubscribers,
  lockPlan,
  lockPlans,
  numberPlans,
  type PlanFields,
  type PlanRow,
  updatePlan,
} from './plans.queries.ts';
import { toAdminPlan } from './shapes.ts';

const missing = (): NotFound => new NotFound('Тариф не найден', 'plan_not_found');

/** Reports a taken code: two requests for the same code meet at the database's unique key. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('plan_name_taken', 'Тариф с таким кодом уже есть', { name: 'Такой код уже занят' });
  }
}

interface AdminPlansPage {
  sort: AdminPlanSort;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

interface AdminPlansOptions {
  db: Knex;
  activity: Activity;
  now?: () => Date;
}

interface AdminPlansDeps extends AdminPlansOptions {
  now: () => Date;
}

async function list(
  { db, now }: AdminPlansDeps,
  filter: AdminPlanFilter,
  page: AdminPlansPage,
  reader: Knex = db,
): Promise<{ plans: AdminPlan[]; total: number }> {
  const { rows, total } = await listPlansWithSubscribers(reader, filter, { ...page, now: now() });
  return { plans: rows.map(toAdminPlan), total };
}

async function get(deps: AdminPlansDeps, id: number, reader: Knex = deps.db): Promise<AdminPlan> {
  const page = { sort: 'id', order: 'asc', offset: 0, limit: 1 } as const;
  const [plan] = (await list(deps, { id: [id] }, page, reader)).plans;
  if (!plan) throw missing();
  return plan;
}

/** Changes one plan under its lock and records who did it. */
const change = (
  deps: AdminPlansDeps,
  actorId: number,
  id: number,
  action: ActivityAction,
  what: string,
  decide: (plan: PlanRow) => Parameters<typeof updatePlan>[2],
  takesBack?: number | true,
): Promise<AdminPlan> =>
  deps.db.transaction(async (trx) => {
    const plan = await lockPlan(trx, id);
    if (!plan) throw missing();
    const changes = decide(plan);
    await updatePlan(trx, id, changes);
    await forgetWithdrawnRises(trx, id);
    const name = changes.display_name ?? plan.display_name;
    await deps.activity.record(trx, {
      actorId,
      action,
      description: `${what} «${name}»`,
      target: `plan:${id}`,
      undo: changedBy(plan, changes),
      takesBack,
    });
    return get(deps, id, trx);
  });

const create = (deps: AdminPlansDeps, actorId: number, input: PlanInput): Promise<AdminPlan> =>
  named(() =>
    deps.db.transaction(async (trx) => {
      await takeLock(trx, 'plan order');
      const id = await insertPlan(trx, toFields(input));
      const description = `Создан тариф «${input.display_name}»`;
      await deps.activity.record(trx, { actorId, action: 'plan.created', description, target: `plan:${id}` });
      return get(deps, id, trx);
    }),
  );

/** A new price holds for later purchases. */
const update = (deps: AdminPlansDeps, actorId: number, id: number, input: PlanChanges): Promise<AdminPlan> =>
  named(() =>
    change(deps, actorId, id, 'plan.updated', 'Изменён тариф', (plan) => {
      const changes = toChanges(input);
      checkChanges(plan, changes);
      return changes;
    }),
  );

const togglePublic = (deps: AdminPlansDeps, actorId: number, id: number): Promise<AdminPlan> =>
  change(
    deps,
    actorId,
    id,
    'plan.visibility',
    'Изменена видимость тарифа',
    (plan) => {
      if (plan.is_archived || !plan.is_active)
        throw new Conflict('plan_not_active', 'Показать на главной можно только действующий тариф');
      return { is_public: !plan.is_public };
    },
    true,
  );

/** Restores the values before an update or a toggle, unless one of them has changed again. */
const takeBack = (
  deps: AdminPlansDeps,
  actorId: number,
  id: number,
  action: 'plan.updated' | 'plan.visibility',
  { before, after }: { before: Values; after: Values },
  undoes: number,
): Promise<AdminPlan> =>
  named(() =>
    change(
      deps,
      actorId,
      id,
      action,
      'Отменено изменение тарифа',
      (plan) => {
        const present: Values = { ...plan };
        if (Object.entries(after).some(([name, value]) => !isDeepStrictEqual(present[name], value)))
          throw new Conflict('plan_changed', `Тариф «${plan.display_name}» с тех пор изменён. Исправьте его сами`);
        return before as Partial<PlanFields>;
      },
      undoes,
    ),
  );

/** Archives a plan; subscribers keep and renew it. `undoes` is the activity entry that the call undoes. */
const archive = (deps: AdminPlansDeps, actorId: number, id: number, undoes?: number): Promise<AdminPlan> =>
  change(
    deps,
    actorId,
    id,
    'plan.archived',
    'Отправлен в архив тариф',
    (plan) => {
      if (plan.name === FREE_PLAN) throw new Conflict('free_plan', 'Бесплатный тариф нельзя отправить в архив');
      if (plan.is_archived) throw new Conflict('already_archived', 'Тариф уже в архиве');
      return { is_archived: true };
    },
    undoes ?? true,
  );

const restore = (deps: AdminPlansDeps, actorId: number, id: number, undoes?: number): Promise<AdminPlan> =>
  change(
    deps,
    actorId,
    id,
    'plan.restored',
    'Восстановлен тариф',
    (plan) => {
      if (!plan.is_archived) throw new Conflict('not_archived', 'Тариф не в архиве');
      return { is_archived: false };
    },
    undoes ?? true,
  );

/** Numbers the plans from 1; archived ones that were not sent come last. `undoes` is the entry that it undoes. */
async function reorder(
  { db, activity }: AdminPlansDeps,
  actorId: number,
  { plans }: ReorderPlans,
  undoes?: number,
): Promise<void> {
  await db.transaction(async (trx) => {
    await takeLock(trx, 'plan order');
    const there = await lockPlans(trx);
    const sent = new Set(plans.map(({ id }) => id));
    if (sent.size !== plans.length) throw new InvalidInput('Тариф назван дважды');
    if (plans.some(({ id }) => !there.some((plan) => plan.id === id)))
      throw new InvalidInput('Такого тарифа нет. Обновите список');
    const left = there.filter(({ id }) => !sent.has(id));
    if (left.some((plan) => !plan.is_archived)) throw new InvalidInput('Названы не все тарифы. Обновите список');
    const ordered = plans.toSorted((a, b) => a.sort_order - b.sort_order);
    await numberPlans(
      trx,
      [...ordered, ...left].map(({ id }) => id),
    );
    const description = 'Изменён порядок тарифов';
    await activity.record(trx, {
      actorId,
      action: 'plan.reordered',
      description,
      target: 'plan',
      undo: { order: there.filter((plan) => !plan.is_archived).map(({ id }) => id) },
      takesBack: undoes,
    });
  });
}

/** Plans as administrators change them. Subscriptions that were bought already keep their terms. */
export function createAdminPlans({ now = () => new Date(), ...clients }: AdminPlansOptions) {
  const deps: AdminPlansDeps = { ...clients, now };

  return {
    list: (filter: AdminPlanFilter, page: AdminPlansPage, reader?: Knex) => list(deps, filter, page, reader),
    get: (id: number, reader?: Knex) => get(deps, id, reader),

    create: (actorId: number, input: PlanInput) => create(deps, actorId, input),

    update: (actorId: number, id: number, input: PlanChanges) => update(deps, actorId, id, input),

    togglePublic: (actorId: number, id: number) => togglePublic(deps, actorId, id),

    takeBack: (
      actorId: number,
      id: number,
      action: 'plan.updated' | 'plan.visibility',
      input: { before: Values; after: Values },
      undoes: number,
    ) => takeBack(deps, actorId, id, action, input, undoes),

    archive: (actorId: number, id: number, undoes?: number) => archive(deps, actorId, id, undoes),

    restore: (actorId: number, id: number, undoes?: number) => restore(deps, actorId, id, undoes),

    reorder: (actorId: number, input: ReorderPlans, undoes?: number) => reorder(deps, actorId, input, undoes),
  };
}
export type AdminPlans = ReturnType<typeof createAdminPlans>;

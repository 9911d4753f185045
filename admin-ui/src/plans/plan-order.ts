import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { api } from '../http-client.ts';
import { takeAll } from '../list/use-rows.ts';
import { changed } from '../live/invalidation.ts';
import { queryClient } from '../query-client.ts';
import { toastDone, toastFailed } from '../ui/toasts.tsx';

const FAILED = 'Ошибка при изменении порядка';
const sort = { field: 'sort_order', order: 'ASC' } as const;

/** Shows the new order at once, before the server confirms it. */
function show(ids: number[]): void {
  const lists = { queryKey: ['plans', 'getList'], predicate: isInOrder };
  queryClient.setQueriesData<{ data: AdminPlan[]; total: number }>(lists, (page) => {
    if (!page) return page;
    const data = page.data.map((plan) => {
      const place = ids.indexOf(plan.id);
      return place < 0 ? plan : { ...plan, sort_order: place + 1 };
    });
    return { ...page, data: data.toSorted((a, b) => a.sort_order - b.sort_order) };
  });
}

const isInOrder = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => {
  const [, , query] = queryKey as [string, string, { sort?: { field: string; order: string } }];
  return query?.sort?.field === sort.field && query.sort.order === sort.order;
};

async function order(ids: number[]): Promise<void> {
  try {
    show(ids);
    const plans = ids.map((id, index) => ({ id, sort_order: index + 1 }));
    await api.call('PUT /api/admin/plans/reorder', { body: { plans } });
  } finally {
    changed('plans');
  }
}

/** Moves run one after another, so that a held key continues from the last one's result. */
let turn: Promise<void> = Promise.resolve();

function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.then(work).catch((error) => toastFailed(FAILED, error));
  return turn;
}

/** Reorders the plans that are not archived, numbered from 1, as `arrange` returns them. */
const reorder = (arrange: (ids: number[]) => number[]): Promise<void> =>
  inTurn(async () => {
    const { rows } = await takeAll<AdminPlan>('plans', { sort, filter: { status: 'active' } });
    const before = rows.map(({ id }) => id);
    const after = arrange(before);
    if (after.join() === before.join()) return;
    await order(after);
    toastDone('Порядок тарифов изменен', () => void inTurn(() => order(before)));
  });

/** Moves a plan up or down by a number of places. */
export const movePlan = ({ id }: AdminPlan, by: number): Promise<void> =>
  reorder((ids) => {
    const from = ids.indexOf(id);
    const to = from + by;
    return from < 0 || to < 0 || to >= ids.length ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id);
  });

/** Moves a plan before another one, or to the end. */
export const placePlan = (id: number, before: number | undefined): Promise<void> =>
  reorder((ids) => {
    if (!ids.includes(id)) return ids;
    const others = ids.filter((one) => one !== id);
    const place = before === undefined ? -1 : others.indexOf(before);
    return others.toSpliced(place < 0 ? others.length : place, 0, id);
  });

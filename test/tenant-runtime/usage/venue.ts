import type { Usage, UsageLedger, UsageRow } from '@ostatok/tenant-runtime/contract/usage.endpoints.ts';
import type { ExecutionContext } from 'ava';
import type { Client } from '../../support/venue/change.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { closed, enter, opened } from '../counting.ts';
import { addDish, saved } from '../recipes/venue.ts';
import { applied, dishesOf, olap, olapRow } from '../sales/files.ts';

/** A tenant whose clock the test sets; its days are those of Moscow. */
export async function startClocked(t: ExecutionContext, start = '2026-11-20T08:00:00Z') {
  let now = Date.parse(start);
  const tenant = await startTenant(t, { clock: () => new Date(now) });
  return {
    ...tenant,
    setTime: (at: string): void => {
      now = Date.parse(at);
    },
  };
}
export type Clocked = Awaited<ReturnType<typeof startClocked>>;

/** Opens a count, enters the quantities at that time, sure of each, and closes it, at once or then; returns its id. */
export async function countedAt(
  { admin, setTime }: Pick<Clocked, 'admin' | 'setTime'>,
  at: string,
  quantities: [itemId: number, quantity: number][],
  { closing = at, ...fields }: { closing?: string; [field: string]: unknown } = {},
): Promise<number> {
  setTime(at);
  const count = await opened(admin, fields);
  await enter(admin, count.id, ...quantities.map(([itemId, quantity]) => ({ itemId, quantity, at, confirmed: true })));
  setTime(closing);
  await closed(admin, count.id);
  return count.id;
}

/** Sells servings of dishes, `[day, name, servings, roubles]`, by a file of iiko. */
export const sell = (admin: Client, ...sales: [string, string, number, number][]) =>
  applied(
    admin,
    olap(
      sales.map(([day, name, servings, paid]) =>
        olapRow({ 'OpenDate.Typed': day, DishName: name, DishAmountInt: servings, DishDiscountSumInt: paid }),
      ),
    ),
  );

/** Says what the till's dish of that name is. */
export async function match(admin: Client, name: string, as: object): Promise<void> {
  const dish = (await dishesOf(admin)).find((one: { name: string }) => one.name === name);
  const { status, body } = await admin.put('/api/sales/dishes').send({ dishes: [{ id: dish?.id, ...as }] });
  if (status !== 200) throw new Error(`not matched: ${status} ${JSON.stringify(body)}`);
}

/** Adds a dish with a recipe of `[itemId, millilitres or pieces, unit]`; returns its id. */
export async function dishOf(admin: Client, name: string, lines: [number, number, string][]): Promise<number> {
  const dish = await addDish(admin, name);
  await saved(
    admin,
    dish.id,
    lines.map(([item_id, amount, unit]) => ({ item_id, amount, unit })),
  );
  return dish.id;
}

export async function usageOf(admin: Client, from: number, to: number, query = ''): Promise<Usage> {
  const { status, body } = await admin.get(`/api/usage?from=${from}&to=${to}${query}`);
  if (status !== 200) throw new Error(`no usage: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function rowOf(admin: Client, from: number, to: number, itemId: number): Promise<UsageRow> {
  const row = (await usageOf(admin, from, to)).rows.find(({ item }) => item.id === itemId);
  if (!row) throw new Error(`item ${itemId} is not there`);
  return row;
}

export async function ledgerOf(admin: Client, from: number, to: number, itemId: number): Promise<UsageLedger> {
  const { status, body } = await admin.get(`/api/usage/${itemId}?from=${from}&to=${to}`);
  if (status !== 200) throw new Error(`no ledger: ${status} ${JSON.stringify(body)}`);
  return body;
}

export type { Tenant };

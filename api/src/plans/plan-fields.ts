import { isDeepStrictEqual } from 'node:util';
import { FREE_PLAN, type PlanChanges, type PlanInput } from '@ostatok/api/contract/plans.ts';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { PlanFields, PlanRow } from './plans.queries.ts';

function kopecks(roubles: number | null): number | null;
function kopecks(roubles: number | null | undefined): number | null | undefined;
function kopecks(roubles: number | null | undefined): number | null | undefined {
  return roubles == null ? roubles : Math.round(roubles * 100);
}

/** Returns the non-empty features in their order, numbered from 1. */
function featuresOf(given: { text: string; order: number }[]): PlanFields['features'] {
  return given
    .filter(({ text }) => text !== '')
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }, at) => ({ text, order: at + 1 }));
}

export const toFields = (input: PlanInput): PlanFields => ({
  ...input,
  price_monthly: kopecks(input.price_monthly),
  price_yearly: kopecks(input.price_yearly ?? null),
  features: featuresOf(input.features),
});

/** Returns the fields that were sent and are not undefined. */
export function toChanges({ price_monthly, price_yearly, features, ...rest }: PlanChanges): Partial<PlanFields> {
  const changes = {
    ...rest,
    price_monthly: kopecks(price_monthly),
    price_yearly: kopecks(price_yearly),
    features: features && featuresOf(features),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Values of columns by name. */
export type Values = Record<string, unknown>;

/** Returns the values that these changes would alter, before and after; undefined when there are none. */
export function changedBy(plan: PlanRow, changes: Partial<PlanFields>): { before: Values; after: Values } | undefined {
  const present: Values = { ...plan };
  const after = Object.entries(changes).filter(([name, value]) => !isDeepStrictEqual(present[name], value));
  if (after.length === 0) return undefined;
  const before = after.map(([name]) => [name, present[name]]);
  return { before: Object.fromEntries(before), after: Object.fromEntries(after) };
}

export function checkChanges(plan: PlanRow, changes: Partial<PlanFields>): void {
  if (changes.price_monthly === null && plan.price_monthly !== null)
    throw new InvalidInput('Укажите цену за месяц', { price_monthly: 'Укажите цену за месяц' });
  if (plan.name !== FREE_PLAN) return;
  if (changes.name !== undefined && changes.name !== FREE_PLAN)
    throw new Conflict('free_plan', 'Код бесплатного тарифа изменить нельзя', { name: 'Этот код изменить нельзя' });
  if (changes.price_monthly || changes.price_yearly)
    throw new Conflict('free_plan', 'Бесплатный тариф остаётся бесплатным. Для платного создайте другой');
}

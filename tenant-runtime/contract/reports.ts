import * as yup from 'yup';
import type { Reason } from './changes.ts';
import type { Group, Unit } from './items.ts';

export const reportGroups = ['strong', 'wine', 'soft', 'all'] as const;
/** The least absolute difference to show; `zero` shows only items without a difference. */
export const deviations = ['0.1', '0.375', '1', 'zero', 'all'] as const;

export const reportGroup = () =>
  yup
    .string()
    .oneOf([...reportGroups], 'Группа — strong, wine, soft или all')
    .default('all');
export const reportDeviation = () =>
  yup
    .string()
    .oneOf([...deviations], 'Отклонение — 0.1, 0.375, 1, zero или all')
    .default('all');
export const discrepanciesSchema = yup.object({ group: reportGroup(), deviation: reportDeviation() });
export type DiscrepanciesQuery = yup.InferType<typeof discrepanciesSchema>;

/** Items without an expected quantity are not in the rows; `totals.unknown` counts them. */
export interface Discrepancies {
  rows: {
    item: { id: number; name: string; category: string; group: Group; unit: Unit };
    expected: number;
    quantity: number;
    /** quantity − expected */
    difference: number;
    /** Roubles per unit; null if unknown. */
    cost: number | null;
    /** Roubles: difference × cost, below zero when stock is missing. */
    loss: number | null;
  }[];
  totals: {
    items: number;
    /** A sum for each unit, because litres, kilograms and pieces do not add up. Shortage is never above zero. */
    units: { unit: Unit; shortage: number; surplus: number }[];
    /** Roubles; `withoutCost` counts rows that differ and have no cost. */
    money: { shortage: number; surplus: number; withoutCost: number };
    unknown: number;
  };
}

/** A day by the tenant's clock. */
export const venueDay = (): yup.StringSchema =>
  yup
    .string()
    .strict()
    .typeError('День — вида 2026-01-31')
    .test('day', 'Ожидается день вида 2026-01-31', (value) => {
      if (value === undefined) return true;
      const time = new Date(value);
      return /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
    });
/** Whole days by the tenant's clock, both included; without them there is no limit. */
export const lossesSchema = yup.object({ from: venueDay(), to: venueDay() });
export type LossesQuery = yup.InferType<typeof lossesSchema>;

/** The answer of `GET /api/reports/losses?from&to`: what went for a reason other than use, without undone changes. */
export interface Losses {
  rows: {
    item: { id: number; name: string; category: string; unit: Unit };
    reason: Reason;
    /** The sum of its changes: below zero for what went, above zero for what came. */
    quantity: number;
    changes: number;
    cost: number | null;
    /** Roubles: quantity × cost. */
    sum: number | null;
  }[];
  /** By reason; `sum` adds the rows with a cost, `withoutCost` counts the others. */
  totals: { reason: Reason; changes: number; sum: number; withoutCost: number }[];
}

/** The answer of `GET /api/reports/order`: items below their par, and the amounts that restore it. */
export interface OrderList {
  rows: {
    item: { id: number; name: string; article: string | null; category: string; unit: Unit; volume_ml: number | null };
    quantity: number;
    par: number;
    /** par − quantity, in whole bottles where the item's volume is known and its unit is litres, otherwise exact. */
    order: number;
    /** The number of bottles, if `order` was rounded to whole ones. */
    bottles: number | null;
    cost: number | null;
    /** Roubles: order × cost. */
    sum: number | null;
  }[];
  totals: { items: number; sum: number; withoutCost: number; withoutPar: number };
}

import { integer, listOf, number, oneOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { reasons } from './changes.ts';
import { groups, units } from './items.ts';
import { discrepanciesSchema, lossesSchema } from './reports.ts';

const item = { id: integer(), name: text(), category: text(), unit: oneOf(units) };

/** Items without an expected quantity are not in the rows; `totals.unknown` counts them. */
const discrepanciesAnswerSchema = yup.object({
  rows: listOf(
    yup.object({
      item: yup.object({ ...item, group: oneOf(groups) }),
      expected: number(),
      quantity: number(),
      /** quantity − expected */
      difference: number(),
      /** Roubles per unit; null if unknown. */
      cost: number().nullable(),
      /** Roubles: difference × cost, below zero when stock is missing. */
      loss: number().nullable(),
    }),
  ),
  totals: yup.object({
    items: integer(),
    /** A sum for each unit, because litres, kilograms and pieces do not add up. Shortage is never above zero. */
    units: listOf(yup.object({ unit: oneOf(units), shortage: number(), surplus: number() })),
    /** Roubles; `withoutCost` counts rows that differ and have no cost. */
    money: yup.object({ shortage: number(), surplus: number(), withoutCost: integer() }),
    unknown: integer(),
  }),
});
export type Discrepancies = yup.InferType<typeof discrepanciesAnswerSchema>;

const lossesAnswerSchema = yup.object({
  rows: listOf(
    yup.object({
      item: yup.object(item),
      reason: oneOf(reasons),
      /** The sum of its changes: below zero for what went, above zero for what came. */
      quantity: number(),
      changes: integer(),
      cost: number().nullable(),
      /** Roubles: quantity × cost. */
      sum: number().nullable(),
    }),
  ),
  /** By reason; `sum` adds the rows with a cost, `withoutCost` counts the others. */
  totals: listOf(yup.object({ reason: oneOf(reasons), changes: integer(), sum: number(), withoutCost: integer() })),
});
export type Losses = yup.InferType<typeof lossesAnswerSchema>;

const orderListSchema = yup.object({
  rows: listOf(
    yup.object({
      item: yup.object({ ...item, article: text().nullable(), volume_ml: number().nullable() }),
      /** Whom a person has named, or else who brought it last; null where it is not known. */
      supplier: yup.object({ id: integer(), name: text() }).nullable(),
      quantity: number(),
      par: number(),
      /** What open orders will still bring; it is not ordered twice. */
      on_order: number(),
      /** par − quantity − on_order, in whole packs where they are known, in whole pieces, otherwise exact. */
      order: number(),
      /** In what it came the last time, or a bottle of the item; `size` is in the item's unit. */
      pack: yup.object({ unit: text(), size: number() }).nullable(),
      packs: number().nullable(),
      /** Roubles for a unit, as it was last bought, or else its cost. */
      cost: number().nullable(),
      /** Roubles: order × cost. */
      sum: number().nullable(),
    }),
  ),
  /** `ordered` counts items below their par of which enough is on order. */
  totals: yup.object({
    items: integer(),
    sum: number(),
    withoutCost: integer(),
    withoutPar: integer(),
    ordered: integer(),
  }),
});
export type OrderList = yup.InferType<typeof orderListSchema>;

export const reportEndpoints = defineEndpoints({
  'GET /api/reports/discrepancies': {
    summary: 'What differs from the expected quantities',
    access: 'user',
    query: discrepanciesSchema,
    answer: discrepanciesAnswerSchema,
  },
  'GET /api/reports/order': {
    summary: 'Items below their par, and the amounts that restore it',
    access: 'user',
    answer: orderListSchema,
  },
  'GET /api/reports/losses': {
    summary: 'What went for a reason other than use, without undone changes',
    access: 'user',
    query: lossesSchema,
    answer: lossesAnswerSchema,
  },
});

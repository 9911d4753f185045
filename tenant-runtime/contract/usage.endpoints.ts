import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { groups, units } from './items.ts';
import { ledgerKinds, usageSchema } from './usage.ts';

const usageCount = yup.object({ id: integer(), title: text(), closed_at: time(), lines: integer() });

const usageRowSchema = yup.object({
  item: yup.object({ id: integer(), name: text(), category: text(), group: oneOf(groups), unit: oneOf(units) }),
  /** Who has brought it last. */
  supplier: text().nullable(),
  opening: number(),
  delivered: number(),
  /** What people wrote themselves without a reason: above zero, and below. */
  added: number(),
  taken: number(),
  /** By the recipes of the dishes sold; null where none of them has the item. */
  sold: number().nullable(),
  waste: number(),
  comp: number(),
  transfer: number(),
  expected: number(),
  counted: number(),
  /** counted − expected: below zero when stock is missing. */
  variance: number(),
  /** By how much the counts may be wrong themselves; a smaller variance is none. */
  error: number(),
  certain: flag(),
  /** The variance as a share of what went. */
  share: number().nullable(),
  /** Roubles per unit, and variance × cost. */
  cost: number().nullable(),
  loss: number().nullable(),
  /** Roubles that the variance would have brought in by this period's sales; null where it was not sold. */
  retail: number().nullable(),
});
export type UsageRow = yup.InferType<typeof usageRowSchema>;

const soldSchema = yup.object({
  first_day: text(),
  last_day: text(),
  /** Days without a single sale. */
  missing: listOf(text()),
  /** Feeds that are not well and have brought nothing of the last days, each with the last day it has brought. */
  behind: listOf(yup.object({ name: text(), last_day: text().nullable() })),
  /** Roubles paid, and of them for dishes of which nobody has said what they take. */
  paid: number(),
  unmatched: yup.object({ dishes: integer(), paid: number() }),
  /** Dishes sold whose recipe has an ingredient that is not decided. */
  incomplete: listOf(yup.object({ dish_id: integer(), name: text(), paid: number() })),
});
export type SoldSummary = yup.InferType<typeof soldSchema>;

const usageAnswerSchema = yup.object({
  from: usageCount,
  to: usageCount,
  sold: soldSchema,
  rows: listOf(usageRowSchema),
  totals: yup.object({
    items: integer(),
    /** Items that one of the counts has not counted. */
    unpaired: integer(),
    /** Roubles at cost: what is certainly missing and what is certainly too much. */
    shortage: number(),
    surplus: number(),
    /** Roubles at cost of what went, and what the shortage would have brought in. */
    used: number(),
    retail: number(),
    withoutCost: integer(),
  }),
});
export type Usage = yup.InferType<typeof usageAnswerSchema>;

const ledgerSchema = yup.object({
  row: usageRowSchema,
  lines: listOf(
    yup.object({
      kind: oneOf(ledgerKinds),
      /** A moment; for sales the day. */
      at: text(),
      text: text(),
      quantity: number(),
      /** What should be there after it. */
      expected: number(),
      /** Of what was seen: seen − expected. */
      difference: number().nullable(),
    }),
  ),
  /** Between which observations how much went missing, beyond their error. */
  windows: listOf(yup.object({ from: time(), to: time(), variance: number(), error: number() })),
});
export type UsageLedger = yup.InferType<typeof ledgerSchema>;

const trendSchema = yup.object({
  from: usageCount,
  to: usageCount,
  items: integer(),
  /** Roubles at cost, as in the report of the period. */
  shortage: number(),
  surplus: number(),
  used: number(),
});
export type UsageTrend = yup.InferType<typeof trendSchema>;

const paceSchema = yup.object({
  /** The first of the days that it is told by, at most six weeks of them. */
  from: text(),
  days: integer(),
  /** Those of them of which sales are known, from the first to the last. */
  sold_days: integer(),
  rows: listOf(
    yup.object({
      item: yup.object({ id: integer(), name: text(), category: text(), unit: oneOf(units) }),
      quantity: number(),
      /** What goes in a week: sold by recipes or written by people, wasted and given away. */
      weekly: number(),
      /** For how many days the stock lasts at this pace; null where nothing goes. */
      lasts: integer().nullable(),
      par: number().nullable(),
      /** The par that this pace needs; null where it is too early to tell or nothing goes. */
      proposed: number().nullable(),
      /** There is stock, and nothing has gone for weeks. */
      dead: flag(),
      /** Roubles at cost. */
      value: number().nullable(),
    }),
  ),
});
export type UsagePace = yup.InferType<typeof paceSchema>;

export const usageEndpoints = defineEndpoints({
  'GET /api/usage/counts': {
    summary: 'Closed counts between which usage can be told, the newest first',
    access: 'admin',
    answer: yup.object({ counts: listOf(usageCount) }),
  },
  'GET /api/usage': {
    summary: 'Expected stock against counted stock between two counts',
    access: 'admin',
    query: usageSchema,
    answer: usageAnswerSchema,
  },
  'GET /api/usage/trend': {
    summary: 'The shortage between each of the last nine counts and the one before it, the oldest first',
    access: 'admin',
    answer: yup.object({ periods: listOf(trendSchema) }),
  },
  'GET /api/usage/pace': {
    summary: 'How fast each item goes by the last six weeks, which par that needs, and what lies dead',
    access: 'admin',
    answer: paceSchema,
  },
  'GET /api/usage/:id': {
    summary: 'The ledger of one item between two counts, line by line',
    access: 'admin',
    query: usageSchema,
    answer: ledgerSchema,
  },
});

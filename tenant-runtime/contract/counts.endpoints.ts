import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { doubtSchema } from './changes.endpoints.ts';
import { methods } from './changes.ts';
import {
  areaDoneSchema,
  closeCountSchema,
  countEntriesSchema,
  countScopes,
  countStatuses,
  countsFilterSchema,
  entriesFilterSchema,
  linesFilterSchema,
  openCountSchema,
  reasonSchema,
  recountSchema,
  updateCountSchema,
} from './counts.ts';
import { groups, units } from './items.ts';

const personSchema = yup.object({ id: integer(), name: text() });

/** Money is in roubles; `withoutCost` counts lines that differ and have no cost, which are in no sum. */
const countTotalsSchema = yup.object({
  lines: integer(),
  counted: integer(),
  differing: integer(),
  /** The sums by unit, because litres and pieces do not add up; shortage is never above zero. */
  units: listOf(yup.object({ unit: oneOf(units), shortage: number(), surplus: number() })),
  money: yup.object({ shortage: number(), surplus: number(), withoutCost: integer() }),
});
export type CountTotals = yup.InferType<typeof countTotalsSchema>;

const countSchema = yup.object({
  id: integer(),
  title: text(),
  scope: oneOf(countScopes),
  categories: listOf(text()),
  spot: flag(),
  blind: flag(),
  recountThreshold: number().nullable(),
  status: oneOf(countStatuses),
  openedBy: personSchema.nullable(),
  openedAt: time(),
  closedBy: personSchema.nullable(),
  closedAt: time().nullable(),
  /** The number of all lines and of counted ones; `recount` of them wait for a recount. */
  coverage: yup.object({ lines: integer(), counted: integer(), recount: integer() }),
  /** The totals of a closed count; null for a blind counter until it is closed. */
  totals: countTotalsSchema.nullable(),
});
export type Count = yup.InferType<typeof countSchema>;

const countAreaSchema = yup.object({
  id: integer(),
  name: text(),
  user: personSchema.nullable(),
  done: flag(),
  entries: integer(),
});
export type CountArea = yup.InferType<typeof countAreaSchema>;

/** A question that the chat has asked; closing the count makes its answer impossible. */
const unansweredQuestionSchema = yup.object({
  user: text(),
  /** What the user called the item. */
  name: text(),
});
export type UnansweredQuestion = yup.InferType<typeof unansweredQuestionSchema>;

const countDetailsSchema = countSchema.shape({
  areas: listOf(countAreaSchema),
  /**
   * The numbers of lines and entries by user; a blind counter sees only their own. `which` is another text where one entry
   * has taken the place of another.
   */
  counters: listOf(yup.object({ user: personSchema, lines: integer(), entries: integer(), which: text().optional() })),
  /** Whether expected quantities are hidden from the caller. */
  hidden: flag(),
  /** The chat's questions about this count that nobody has answered, for administrators while it is open. */
  unanswered: listOf(unansweredQuestionSchema).optional(),
  events: listOf(
    yup.object({
      kind: oneOf(['opened', 'recount', 'closed', 'reopened', 'cancelled']),
      user: personSchema.nullable(),
      reason: text().nullable(),
      at: time(),
    }),
  ),
});
export type CountDetails = yup.InferType<typeof countDetailsSchema>;

const countLineSchema = yup.object({
  /** A deleted item keeps its line; closing does not change its stock. */
  item: yup.object({
    id: integer(),
    name: text(),
    category: text(),
    group: oneOf(groups),
    unit: oneOf(units),
    deleted: yup.boolean().isTrue(),
  }),
  /**
   * The sum of the entries in its latest counted round; null if it is uncounted. A blind counter sees the sum of their
   * own.
   */
  counted: number().nullable(),
  /** Raised each time a recount is requested. */
  round: integer(),
  /** True if a recount was requested and the line has not been counted since. */
  recount: flag(),
  entries: integer(),
  /** The means by which the latest round's entries were given. */
  methods: listOf(oneOf(methods)),
  counters: listOf(text()),
  /** The quantity to compare with: the accounts' if known, or else our own stock at that moment; null when hidden. */
  expected: number().nullable(),
  against: oneOf(['accounts', 'stock']).nullable(),
  /** counted − expected; null if either is null. */
  difference: number().nullable(),
  /** Roubles: difference × cost; null without a cost. */
  loss: number().nullable(),
});
export type CountLine = yup.InferType<typeof countLineSchema>;

const countEntrySchema = yup.object({
  id: text(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }),
  area: yup.object({ id: integer(), name: text() }).nullable(),
  user: personSchema,
  quantity: number(),
  grossWeightG: number().nullable(),
  /** The grams of what stood on the weighed bottle, such as a pourer; null if nothing did. */
  presetTareG: number().nullable(),
  /** The mark of the whole bottle that it is. */
  mark: text().nullable(),
  method: oneOf(methods),
  source: oneOf(['web', 'scanner', 'scales', 'bot']),
  round: integer(),
  note: text().nullable(),
  at: time(),
  voided: yup.object({ at: time(), by: text() }).nullable(),
});
export type CountEntry = yup.InferType<typeof countEntrySchema>;

const takenEntrySchema = countEntrySchema.shape({
  /** How much counts again that the entry had replaced. */
  restored: number().optional(),
});
export type TakenEntry = yup.InferType<typeof takenEntrySchema>;

const countEntryResultSchema = yup.object({
  id: text(),
  status: oneOf(['applied', 'duplicate', 'rejected']),
  entry: countEntrySchema.optional(),
  /** The line as the caller may see it. */
  line: countLineSchema.optional(),
  /** How much its person had entered before, which it has replaced. */
  replaced: number().optional(),
  error: text().optional(),
  /** Set if it was rejected because its mark is in the count already: the entry that has it. */
  seen: yup.object({ entryId: text(), user: personSchema, at: time() }).optional().default(undefined),
  /** Set if it was rejected only because the amount is probably a slip. */
  doubt: doubtSchema.optional().default(undefined),
});
export type CountEntryResult = yup.InferType<typeof countEntryResultSchema>;

const changed = { answer: yup.object({ count: countDetailsSchema }) } as const;

export const countEndpoints = defineEndpoints({
  'GET /api/counts': {
    summary: 'Counts, the newest first',
    access: 'user',
    list: { rows: 'counts', sorts: ['id'], sort: 'id', order: 'desc', filter: countsFilterSchema },
    answer: yup.object({ counts: listOf(countSchema) }),
  },
  'POST /api/counts': {
    summary: 'Open a count, once by its `key`: 201, and 200 when it is open already',
    access: 'admin',
    body: openCountSchema,
    ...changed,
  },
});

/** The endpoints of one count; a count that does not exist is 404 whatever else is wrong. */
export const oneCountEndpoints = defineEndpoints({
  'GET /api/counts/:id': { summary: 'One count', access: 'user', ...changed },
  'PUT /api/counts/:id': {
    summary: 'Change the title, the areas or the threshold of recounts',
    access: 'admin',
    body: updateCountSchema,
    ...changed,
  },
  'GET /api/counts/:id/lines': {
    summary: 'What is counted, by item',
    access: 'user',
    list: { rows: 'lines', sorts: ['name'], sort: 'name', limit: 100, filter: linesFilterSchema },
    answer: yup.object({ lines: listOf(countLineSchema) }),
  },
  'GET /api/counts/:id/entries': {
    summary: 'What users entered, the newest first',
    access: 'user',
    list: { rows: 'entries', sorts: ['id'], sort: 'id', order: 'desc', filter: entriesFilterSchema },
    answer: yup.object({ entries: listOf(countEntrySchema) }),
  },
  'POST /api/counts/:id/entries': {
    summary: 'Enter quantities, each once by its `id` and each with a result of its own',
    access: 'user',
    body: countEntriesSchema,
    answer: yup.object({ results: listOf(countEntryResultSchema) }),
  },
  'DELETE /api/counts/:id/entries/:entryId': {
    summary: "Void an entry, which stays in the list: one's own, an administrator any",
    access: 'user',
    answer: yup.object({ entry: takenEntrySchema, line: countLineSchema.optional() }),
  },
  'POST /api/counts/:id/areas/:areaId/done': {
    summary: 'Say that an area is counted, or is not',
    access: 'user',
    body: areaDoneSchema,
    ...changed,
  },
  'POST /api/counts/:id/recount': {
    summary: 'Request a recount of items, or of all that differ by more than a threshold',
    access: 'admin',
    body: recountSchema,
    answer: yup.object({ count: countDetailsSchema, lines: integer() }),
  },
  'POST /api/counts/:id/close': {
    summary: 'Close the count: what it found becomes the stock',
    access: 'admin',
    body: closeCountSchema,
    ...changed,
  },
  'POST /api/counts/:id/reopen': {
    summary: 'Open a closed one again',
    access: 'admin',
    body: reasonSchema,
    ...changed,
  },
  'POST /api/counts/:id/cancel': {
    summary: 'Cancel an open one, whose stock is unchanged',
    access: 'admin',
    body: reasonSchema,
    ...changed,
  },
});

import { flag, integer, listOf, number, oneOf, text, time, unionOf } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { changesFilterSchema, changesSchema, methods, reasons, sources, undoChangeSchema } from './changes.ts';
import { type ShownItem, shownItemSchema } from './items.endpoints.ts';
import type { Doubt } from './plausibility.ts';

const changeSchema = yup.object({
  id: text(),
  /** Grows with every change of the tenant; «newest first» refers to it. */
  seq: integer(),
  item: yup.object({ id: integer(), name: text(), unit: text() }),
  user: yup.object({ id: integer(), name: text() }).nullable(),
  delta: number(),
  before: number(),
  after: number(),
  source: oneOf(sources),
  /** Whether the amount was given as a difference, as the new quantity or as a gross weight. */
  given: oneOf(['delta', 'set', 'weight']),
  /** null if no user gave it, as in an import. */
  method: oneOf(methods).nullable(),
  reason: oneOf(reasons).nullable(),
  /** The count whose closing made the change. */
  count: integer().nullable(),
  note: text().nullable(),
  undoes: text().nullable(),
  /** Whether a reverse change exists. */
  undone: flag(),
  at: time(),
  created_at: time(),
  /** Set when imports are folded: this change stands for so many changes of an import, whose file `note` names. */
  imported: yup.object({ id: text(), changes: integer() }).optional(),
});
export type Change = yup.InferType<typeof changeSchema>;

/**
 * A change for a user who counts its item blindly. All the amounts in a log add up to the stock, and the delta of a new
 * quantity reveals the old one, so such a user sees only amounts that they gave themselves as a difference.
 */
export type HiddenChange = Omit<Change, 'before' | 'after' | 'delta'> & {
  before: null;
  after: null;
  delta: number | null;
};

/** The form of a change that clients receive. */
export type ShownChange = Change | HiddenChange;

const shownChangeSchema: yup.ObjectSchema<ShownChange> = unionOf(
  changeSchema.shape({ before: number().nullable(), after: number().nullable(), delta: number().nullable() }),
);

/** Why an amount is probably a slip: sent again with `confirmed` it is written. The `error` is its question. */
export const doubtSchema: yup.ObjectSchema<Doubt> = yup.object({
  question: text(),
  instead: yup.object({ amount: number(), label: text() }).optional().default(undefined),
});

const resultSchema = yup.object({
  id: text(),
  status: oneOf(['applied', 'duplicate', 'rejected']),
  /** The item in its present state. */
  item: shownItemSchema.optional(),
  /** The change in the log under this id; absent when rejected. */
  change: shownChangeSchema.optional(),
  error: text().optional(),
  /** Set if it was rejected only because the amount is probably a slip. */
  doubt: doubtSchema.optional().default(undefined),
});
/** The result of one change. Inside the server `I` and `C` are complete; in answers to clients they may be hidden. */
export type ChangeResult<I = ShownItem, C = ShownChange> = Omit<
  yup.InferType<typeof resultSchema>,
  'item' | 'change'
> & { item?: I; change?: C };

const undoneSchema = yup.object({
  /** The reverse change. */
  change: shownChangeSchema,
  item: shownItemSchema.optional(),
  /** The title of the newest closed count that has counted the item after the change: undoing has moved its result. */
  counted_since: text().nullable(),
});
export type UndoneChange = yup.InferType<typeof undoneSchema>;

export const changeEndpoints = defineEndpoints({
  'POST /api/changes': {
    summary: 'Record changes, each once by its `id` and each with a result of its own',
    access: 'user',
    body: changesSchema,
    answer: yup.object({ results: listOf(resultSchema) }),
  },
  'GET /api/changes': {
    summary: 'The log, the newest first',
    access: 'user',
    list: { rows: 'changes', sorts: ['seq'], sort: 'seq', order: 'desc', filter: changesFilterSchema },
    answer: yup.object({ changes: listOf(shownChangeSchema) }),
  },
  'POST /api/changes/:id/undo': {
    summary: "Write one reverse change: of one's own, an administrator of any but a count's",
    access: 'user',
    body: undoChangeSchema,
    answer: undoneSchema,
  },
});

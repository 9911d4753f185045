import { integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  aliasActions,
  type aliasFieldNames,
  aliasFilterSchema,
  aliasRevisionFilterSchema,
  aliasRevisionSorts,
  aliasSchema,
  aliasSorts,
  aliasUpdateSchema,
  productCodeSchema,
} from './catalogue.ts';

/** The data of a bottle. */
export const aliasFieldsAnswer = {
  /** GTIN-13. */
  ean: text(),
  brand: text().nullable(),
  category: text().nullable(),
  subcategory: text().nullable(),
  volume_ml: integer().nullable(),
  weight_empty_g: number().nullable(),
  weight_full_g: number().nullable(),
  density_g_per_ml: number().nullable(),
  alcohol_percent: number().nullable(),
  description: text(),
  manufacturer: text().nullable(),
  country_origin: text().nullable(),
} satisfies Record<(typeof aliasFieldNames)[number], yup.Schema>;

/** Which product a code is of. */
const linkAnswer = {
  /** The id of the product's main code, whose data a further code has; null when the product is its own. */
  product_id: integer().nullable(),
  /** One scan of the code means so many bottles. */
  pack: integer(),
};
const aliasFactsSchema = yup.object(aliasFieldsAnswer);
export type AliasFacts = yup.InferType<typeof aliasFactsSchema>;
const aliasFieldsSchema = yup.object({ ...aliasFieldsAnswer, ...linkAnswer });
/** The product's main code; null when the code is that, and when the main one is no more. */
const product_ean = text().nullable();
const aliasStateSchema = aliasFieldsSchema.shape({ product_ean });
export type AliasState = yup.InferType<typeof aliasStateSchema>;
export type AliasFields = yup.InferType<typeof aliasFieldsSchema>;

/** A row of the global catalogue. */
export const aliasAnswerSchema = yup.object({
  id: integer(),
  ...aliasFieldsAnswer,
  ...linkAnswer,
  product_ean,
  /** A copy of description under the name that the pages use. */
  nomenclature_ru: text(),
  /** The revision of its last change; revisions are one growing sequence for the whole catalogue. */
  revision: integer(),
  created_at: time(),
  updated_at: time(),
});
export type Alias = yup.InferType<typeof aliasAnswerSchema>;

/** One change of one alias. */
const aliasRevisionSchema = yup.object({
  revision: integer(),
  alias_id: integer(),
  ean: text(),
  action: oneOf(aliasActions),
  before: aliasStateSchema.nullable(),
  after: aliasStateSchema.nullable(),
  /** The e-mail of the author; null for the platform itself or a deleted account. */
  actor: text().nullable(),
  proposal_id: integer().nullable(),
  at: time(),
});
export type AliasRevision = yup.InferType<typeof aliasRevisionSchema>;

const one = yup.object({ alias: aliasAnswerSchema });
const revisions = {
  access: 'admin',
  list: {
    rows: 'data',
    sorts: aliasRevisionSorts,
    sort: 'revision',
    order: 'desc',
    filter: aliasRevisionFilterSchema,
  },
  answer: yup.object({ data: listOf(aliasRevisionSchema) }),
} as const;

export const catalogueEndpoints = defineEndpoints({
  'GET /api/admin/aliases': {
    summary: 'The catalogue',
    access: 'admin',
    list: { rows: 'data', sorts: aliasSorts, sort: 'rank', order: 'desc', windows: true, filter: aliasFilterSchema },
    answer: yup.object({ data: listOf(aliasAnswerSchema) }),
  },
  'POST /api/admin/aliases': {
    summary: 'Add an alias',
    access: 'admin',
    body: aliasSchema,
    answer: one,
    status: 201,
  },
  'GET /api/admin/aliases/:id': { summary: 'One alias', access: 'admin', answer: one },
  /** A field left out stays, null empties it. Answers 409 `alias_changed` when the alias has another revision by now. */
  'PUT /api/admin/aliases/:id': { summary: 'Change an alias', access: 'admin', body: aliasUpdateSchema, answer: one },
  /** The lowest further code of a bottle becomes the main one; answers 409 `only_cases_left` when there are only cases. */
  'DELETE /api/admin/aliases/:id': { summary: 'Delete an alias', access: 'admin', answer: one },
  'GET /api/admin/aliases/:id/codes': {
    summary: 'All codes of a product, by any of them: the main one first, then bottles, then cases',
    access: 'admin',
    answer: yup.object({ codes: listOf(aliasAnswerSchema) }),
  },
  /**
   * An existing alias becomes a further code, an unknown code is added; a code that the product has gets another pack.
   * Answers 409 `code_taken` when the code is of another product, `code_has_codes` when it has further codes itself,
   * `main_code` when it is this product's main one, `alias_changed` when it has another revision by now.
   */
  'POST /api/admin/aliases/:id/codes': {
    summary: 'Give a product one more code',
    access: 'admin',
    body: productCodeSchema,
    answer: one,
    status: 201,
  },
  /** A code that was an alias of its own becomes that again; any other is deleted, and the alias is null. */
  'POST /api/admin/aliases/:id/separate': {
    summary: 'Take a further code away from its product',
    access: 'admin',
    answer: yup.object({ alias: aliasAnswerSchema.nullable(), revision: integer() }),
  },
  'GET /api/admin/aliases/history': { summary: 'Every revision', ...revisions },
  'GET /api/admin/aliases/:id/history': { summary: 'Revisions of one alias', ...revisions },
  /**
   * Writes a new revision. A deleted alias comes back under its id; after the revision that deleted it, the answer's
   * alias is null. Answers 409 `ean_taken` when another alias has its code by now. The answer's `revision` is the
   * written one, or the one that already had this content.
   */
  'POST /api/admin/aliases/revisions/:revision/revert': {
    summary: 'Bring an alias back to its state after a revision',
    access: 'admin',
    answer: yup.object({ alias: aliasAnswerSchema.nullable(), revision: integer() }),
  },
});

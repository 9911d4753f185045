import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { setSynonymStatusSchema, synonymFilterSchema, synonymSorts, synonymStatuses } from './synonyms.ts';

/** What owners call a product of the catalogue. */
const synonymSchema = yup.object({
  id: integer(),
  name: text(),
  alias_id: integer(),
  ean: text(),
  /** The product's name in the catalogue. */
  description: text(),
  /** How many owners have matched a product of this name with it. */
  owners: integer(),
  status: oneOf(synonymStatuses),
  /** The e-mail of the person who decided. */
  decided_by: text().nullable(),
  decided_at: time().nullable(),
  created_at: time(),
});
export type Synonym = yup.InferType<typeof synonymSchema>;

export const synonymEndpoints = defineEndpoints({
  'GET /api/admin/aliases/synonyms': {
    summary: 'What owners call products of the catalogue, if several agree',
    access: 'admin',
    list: { rows: 'synonyms', sorts: synonymSorts, sort: 'created_at', order: 'desc', filter: synonymFilterSchema },
    answer: yup.object({ synonyms: listOf(synonymSchema) }),
  },
  'PUT /api/admin/aliases/synonyms/:id/status': {
    summary: 'Let matching use a synonym, or not; or put it back among those that wait',
    access: 'admin',
    body: setSynonymStatusSchema,
    answer: yup.object({ synonym: synonymSchema }),
  },
});

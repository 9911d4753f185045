import { integer, listOf, number, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { catalogueSearchSchema } from './matching.ts';

const catalogueMatchSchema = yup.object({
  id: integer(),
  name: text(),
  ean: text(),
  brand: text().nullable(),
  /** From 0 to 1. */
  confidence: number(),
});
export type CatalogueMatch = yup.InferType<typeof catalogueMatchSchema>;

const results = listOf(catalogueMatchSchema);

export const matchingEndpoints = defineEndpoints({
  'GET /api/catalog/search': {
    summary: 'Search the catalogue',
    access: 'user',
    query: catalogueSearchSchema,
    answer: yup.object({ data: yup.object({ results }), results }),
  },
});

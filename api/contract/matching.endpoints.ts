import { proposalSchema } from '@ostatok/kit/contract/alias.ts';
import { flag, integer, listOf, number, oneOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { catalogueSearchSchema, matchesSchema, tenantOfProposal, unmatchedSchema, unmatchSchema } from './matching.ts';

/**
 * What two names are compared in, or that the owner has matched the name before (`own name`), or that several others
 * have (`synonym`).
 */
export const reasonNames = ['brand', 'volume', 'variant', 'kind', 'age', 'strength', 'own name', 'synonym'] as const;

const reasonSchema = yup.object({
  of: oneOf(reasonNames),
  /** Null where one of the names does not say it, or says it in part. */
  agrees: flag().nullable(),
});
export type MatchReason = yup.InferType<typeof reasonSchema>;

const catalogueMatchSchema = yup.object({
  id: integer(),
  name: text(),
  ean: text(),
  brand: text().nullable(),
  volume_ml: integer().nullable(),
  /** From 0 to 1. */
  confidence: number(),
  reasons: listOf(reasonSchema),
});
export type CatalogueMatch = yup.InferType<typeof catalogueMatchSchema>;

const results = listOf(catalogueMatchSchema);

const unmatchedProductSchema = yup.object({
  id: integer(),
  localName: text(),
  article: text().nullable(),
  /** Its barcode, which the catalogue does not have. */
  ean: text().nullable(),
  volume_ml: integer().nullable(),
  /** The likeliest first. */
  suggestedMatches: results,
});
export type UnmatchedProduct = yup.InferType<typeof unmatchedProductSchema>;

export const matchingEndpoints = defineEndpoints({
  'GET /api/catalog/search': {
    summary: 'Search the catalogue',
    access: 'user',
    query: catalogueSearchSchema,
    answer: yup.object({ data: yup.object({ results }), results }),
  },
});

/** An owner's own tenants; one of somebody else's answers 404. */
export const tenantMatchingEndpoints = defineEndpoints({
  'GET /api/catalog/unmatched': {
    summary: "Twenty of a tenant's products that the catalogue does not know, with what they may be",
    access: 'user',
    query: unmatchedSchema,
    answer: yup.object({
      data: yup.object({
        products: listOf(unmatchedProductSchema),
        total: integer(),
        /** True while the catalogue's names are being prepared: some products are not suggested yet. */
        isPreparing: flag(),
      }),
    }),
  },
  'POST /api/catalog/matches': {
    summary: 'Say which products of the catalogue the products of a tenant are; the last word counts',
    access: 'user',
    body: matchesSchema,
    answer: yup.object({
      message: text(),
      /** Products that are linked now, and those that the catalogue does not have. */
      matched: integer(),
      absent: integer(),
      /** Products of the tenant that are not there any more, or were given a product of the catalogue that is not. */
      gone: listOf(integer()),
    }),
  },
  'DELETE /api/catalog/matches': {
    summary: 'Take matches back, with the barcodes and facts that came with them',
    access: 'user',
    body: unmatchSchema,
    answer: yup.object({ undone: integer() }),
  },
  'POST /api/catalog/proposals': {
    summary: 'Propose a product to the catalogue',
    access: 'user',
    body: proposalSchema.concat(tenantOfProposal),
    answer: yup.object({ stored: flag() }),
  },
});

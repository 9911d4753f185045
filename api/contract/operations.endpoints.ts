import { integer, listOf, oneOf, record, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  operationFilterSchema,
  operationItemFilterSchema,
  operationItemSorts,
  operationItemStatuses,
  operationKinds,
  operationSorts,
  operationStatuses,
} from './operations.ts';

/** It is over when `finished_at` is set: a canceled one still finishes items under way. */
export const operationSchema = yup.object({
  id: text(),
  kind: oneOf(operationKinds),
  /** A Russian title for a person. */
  title: text(),
  status: oneOf(operationStatuses),
  total: integer(),
  done: integer(),
  failed: integer(),
  skipped: integer(),
  message: text().nullable(),
  result: record().nullable(),
  /** The e-mail of the person who started it; null for the platform itself. */
  started_by: text().nullable(),
  created_at: time(),
  started_at: time().nullable(),
  finished_at: time().nullable(),
});
export type Operation = yup.InferType<typeof operationSchema>;

const operationItemSchema = yup.object({
  key: text(),
  label: text(),
  status: oneOf(operationItemStatuses),
  message: text().nullable(),
  result: record().nullable(),
  ms: integer().nullable(),
});
export type OperationItem = yup.InferType<typeof operationItemSchema>;

const one = yup.object({ operation: operationSchema });
const change = { access: 'admin', answer: one } as const;

export const operationEndpoints = defineEndpoints({
  'GET /api/admin/operations': {
    summary: 'Long work, newest first',
    access: 'admin',
    list: {
      rows: 'operations',
      sorts: operationSorts,
      sort: 'created_at',
      order: 'desc',
      filter: operationFilterSchema,
    },
    answer: yup.object({ operations: listOf(operationSchema) }),
  },
  'GET /api/admin/operations/:id': { summary: 'How far one has come', access: 'admin', answer: one },
  'GET /api/admin/operations/:id/items': {
    summary: 'Its parts',
    access: 'admin',
    list: {
      rows: 'items',
      sorts: operationItemSorts,
      sort: 'position',
      limit: 1000,
      filter: operationItemFilterSchema,
    },
    answer: yup.object({ items: listOf(operationItemSchema) }),
  },
  'POST /api/admin/operations/:id/cancel': { summary: 'Stop it for good', ...change },
  'POST /api/admin/operations/:id/pause': { summary: 'Pause it', ...change },
  'POST /api/admin/operations/:id/resume': { summary: 'Go on', ...change },
});

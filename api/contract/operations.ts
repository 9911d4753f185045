import * as yup from 'yup';
import { manyUuids, searched } from './list-filters.ts';

/** Long work that goes on by itself, one item after another. */
export const operationKinds = ['alias_push', 'update_all', 'cleanup', 'backup', 'restore', 'diagnostics'] as const;
export type OperationKind = (typeof operationKinds)[number];

export const operationStatuses = ['queued', 'running', 'paused', 'done', 'failed', 'canceled'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

/**
 * GET /admin/operations → {operations}; GET /admin/operations/:id, POST /admin/operations/:id/{cancel,pause,resume} →
 * {operation}. It is over when `finished_at` is set: a canceled one still finishes items under way.
 */
export interface Operation {
  id: string;
  kind: OperationKind;
  /** A Russian title for a person. */
  title: string;
  status: OperationStatus;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  message: string | null;
  result: Record<string, unknown> | null;
  /** The e-mail of the person who started it; null for the platform itself. */
  started_by: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}
export const operationSorts = ['created_at', 'kind', 'status', 'finished_at'] as const;

const operationItemStatuses = ['waiting', 'running', 'done', 'skipped', 'failed'] as const;
export type OperationItemStatus = (typeof operationItemStatuses)[number];

/** GET /admin/operations/:id/items → {items} */
export interface OperationItem {
  key: string;
  label: string;
  status: OperationItemStatus;
  message: string | null;
  result: Record<string, unknown> | null;
  ms: number | null;
}
export const operationItemSorts = ['position', 'key', 'label', 'status', 'ms'] as const;

export const operationFilterSchema = yup.object({
  id: manyUuids(),
  kind: yup.string().oneOf(operationKinds, 'Такого вида работ нет'),
  status: yup.string().oneOf(operationStatuses, 'Такого состояния нет'),
  /** Searches in the title. */
  ...searched,
});
export type OperationFilter = yup.InferType<typeof operationFilterSchema>;

export const operationItemFilterSchema = yup.object({
  status: yup.string().oneOf(operationItemStatuses, 'Такого состояния нет'),
});
export type OperationItemFilter = yup.InferType<typeof operationItemFilterSchema>;

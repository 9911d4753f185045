import * as yup from 'yup';
import { manyUuids, searched } from './list-filters.ts';

/** Long work that goes on by itself, one item after another. */
export const operationKinds = [
  'alias_push',
  'alias_names',
  'update_all',
  'host_move',
  'image_build',
  'cleanup',
  'backup',
  'restore',
  'diagnostics',
] as const;
export type OperationKind = (typeof operationKinds)[number];

export const operationStatuses = ['queued', 'running', 'paused', 'done', 'failed', 'canceled'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

export const operationSorts = ['created_at', 'kind', 'status', 'finished_at'] as const;

export const operationItemStatuses = ['waiting', 'running', 'done', 'skipped', 'failed'] as const;
export type OperationItemStatus = (typeof operationItemStatuses)[number];

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

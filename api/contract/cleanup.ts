import { uuid } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { trueOrFalse } from './fields.ts';
import { manyNames, manyUuids, searched } from './list-filters.ts';

/** The actions of cleanup, in the order of their buttons. */
export const cleanupActions = [
  'orphaned_db',
  'orphaned_containers',
  'test_tenants',
  'fix_mismatches',
  'deleted_tenants',
  'orphaned_nginx',
] as const;
export type CleanupAction = (typeof cleanupActions)[number];

export const auditSources = ['database', 'host', 'ingress'] as const;

export const processStates = ['running', 'exited', 'not_found'] as const;

export const auditSorts = [
  'id',
  'tenant_id',
  'subdomain',
  'status',
  'docker_status',
  'owner_email',
  'user_status',
  'has_issues',
  'created_at',
] as const;

export const auditFilterSchema = yup.object({
  id: manyNames(),
  /** Searches in the subdomain, the owner's address and the id. */
  ...searched,
  status: yup.string().oneOf(['active', 'creating', 'suspended', 'deleted'], 'Нет такого состояния'),
  docker_status: yup.string().oneOf(processStates, 'Нет такого состояния'),
  has_issues: trueOrFalse('has_issues'),
});

const action = () =>
  yup
    .string()
    .typeError('Выберите действие')
    .required('Выберите действие')
    .oneOf(cleanupActions, `Действие — одно из: ${cleanupActions.join(', ')}`);

export const cleanupPlanSchema = yup.object({ action: action() });

export const cleanupSchema = yup.object({
  action: action(),
  planId: uuid('План указан неверно'),
  keys: yup
    .array()
    .of(yup.string().required().max(200))
    .typeError('keys — список')
    .min(1, 'Выберите хотя бы одну строку')
    .max(10_000),
});

export const quarantineStatuses = ['taking', 'kept', 'restoring', 'restored', 'purging', 'purged'] as const;
export const quarantineSorts = ['id', 'action', 'label', 'quarantined_at', 'purge_at', 'status'] as const;
export const quarantineFilterSchema = yup.object({
  id: manyUuids(),
  ...searched,
  action: yup.string().oneOf(cleanupActions, 'Нет такого действия'),
  status: yup.string().oneOf(quarantineStatuses, 'Нет такого состояния'),
});

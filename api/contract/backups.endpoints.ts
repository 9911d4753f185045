import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  backupFilterSchema,
  backupProtections,
  backupSorts,
  backupStatuses,
  makeBackupSchema,
  restoreBackupSchema,
} from './backups.ts';
import { operationSchema } from './operations.endpoints.ts';

const backupSchema = yup.object({
  id: text(),
  /** Null for the platform's own database. */
  tenant_id: text().nullable(),
  subdomain: text().nullable(),
  status: oneOf(backupStatuses),
  /** The size on the disk. */
  bytes: integer(),
  /** The hash of the file, which has been read back. */
  sha256: text().nullable(),
  /** When the backup was last restored for trial with all its data. */
  verified_at: time().nullable(),
  /** The Russian error of the backup or of its last trial. */
  error: text().nullable(),
  /** Null when the file is missing or unreadable. */
  protection: oneOf(backupProtections).nullable(),
  /** The file is on the disk of another process of the platform: this one can neither read nor delete it. */
  elsewhere: flag(),
  created_at: time(),
  finished_at: time().nullable(),
});
export type Backup = yup.InferType<typeof backupSchema>;

const one = yup.object({ backup: backupSchema });

export const backupEndpoints = defineEndpoints({
  'GET /api/admin/backups': {
    summary: 'The backups',
    access: 'admin',
    list: { rows: 'backups', sorts: backupSorts, sort: 'created_at', order: 'desc', filter: backupFilterSchema },
    answer: yup.object({ backups: listOf(backupSchema) }),
  },
  /** The answer has a `backup` when a single one was asked for and was ready in time. */
  'POST /api/admin/backups': {
    summary: 'Make one',
    access: 'admin',
    body: makeBackupSchema,
    answer: yup.object({ operation: operationSchema, backup: backupSchema.optional().default(undefined) }),
  },
  'GET /api/admin/backups/:id': { summary: 'One backup', access: 'admin', answer: one },
  /** It is restored into a separate database, compared and dropped. */
  'POST /api/admin/backups/:id/verify': { summary: 'Prove that it can be restored', access: 'admin', answer: one },
  /** Items of the operation have `{replaced}` as result. */
  'POST /api/admin/backups/:id/restore': {
    summary: 'Restore it beside what is there, then switch',
    access: 'admin',
    body: restoreBackupSchema,
    answer: yup.object({ operation: operationSchema }),
  },
  'DELETE /api/admin/backups/:id': { summary: 'Delete it', access: 'admin' },
});

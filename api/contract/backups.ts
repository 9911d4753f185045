import * as yup from 'yup';
import { manyUuids, searched } from './list-filters.ts';

export const backupStatuses = ['running', 'done', 'failed'] as const;
export type BackupStatus = (typeof backupStatuses)[number];

/** By its first lines: `signed` can be read by whoever has the file, `unsigned` could have been written by anybody. */
export const backupProtections = ['encrypted', 'signed', 'unsigned'] as const;
export type BackupProtection = (typeof backupProtections)[number];

/** GET /admin/backups */
export interface Backup {
  id: string;
  /** null: the platform's own database. */
  tenant_id: string | null;
  subdomain: string | null;
  status: BackupStatus;
  /** As it lies on the disk. */
  bytes: number;
  /** Of the file; it has been read back. */
  sha256: string | null;
  /** When it was last restored for trial, and all of it was there. */
  verified_at: string | null;
  /** What went wrong with the backup or with its last trial, Russian. */
  error: string | null;
  /** null: there is no file, or it cannot be read. */
  protection: BackupProtection | null;
  created_at: string;
  finished_at: string | null;
}
export const backupSorts = ['id', 'subdomain', 'status', 'bytes', 'verified_at', 'created_at', 'finished_at'] as const;

/** Those of the platform's own database hold what its people have had erased since: they go after so many days. */
export const PLATFORM_BACKUP_DAYS = 14;

const tenantId = () =>
  yup
    .string()
    .typeError('Номер заведения — текст')
    .matches(/^t[a-z0-9]{10}$/, 'Такого номера заведения не бывает');

export const backupFilterSchema = yup.object({
  id: manyUuids(),
  /** `platform`: of the platform's own database. */
  tenant_id: yup
    .string()
    .typeError('Номер заведения — текст')
    .matches(/^(t[a-z0-9]{10}|platform)$/, 'Такого номера заведения не бывает'),
  status: yup.string().oneOf(backupStatuses, 'Состояние — running, done или failed'),
  /** A part of the venue's subdomain, name or number. */
  ...searched,
});
export type BackupFilter = yup.InferType<typeof backupFilterSchema>;

/**
 * POST /admin/backups → {success, operation, backup?}: of one venue; `all`: of every living venue and the platform;
 * neither: of the platform's own database. `backup` is there when it was ready in time and was asked for alone.
 */
export const makeBackupSchema = yup.object({
  tenantId: tenantId(),
  all: yup.boolean().typeError('all — true или false').default(false),
});
export type MakeBackup = yup.InferType<typeof makeBackupSchema>;

/** `unsigned`: also one that was made before backups were signed, by whoever trusts the file. */
export const restoreBackupSchema = yup.object({
  unsigned: yup.boolean().typeError('unsigned — true или false').default(false),
});
export type RestoreBackup = yup.InferType<typeof restoreBackupSchema>;

// POST /admin/backups/:id/verify → {success, backup}: restored beside, compared, dropped again
// POST /admin/backups/:id/restore → {success, operation}: of a venue, beside and then switched; item results `{replaced}`
// DELETE /admin/backups/:id → {success}

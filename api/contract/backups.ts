import * as yup from 'yup';
import { trueOrFalse } from './fields.ts';
import { manyUuids, searched } from './list-filters.ts';
import { TENANT_ID } from './tenant-id.ts';

export const backupStatuses = ['running', 'done', 'failed'] as const;
export type BackupStatus = (typeof backupStatuses)[number];

/**
 * The protection stated in the file's first lines: anyone who has a `signed` file can read it, anyone could have
 * written an `unsigned` one.
 */
export const backupProtections = ['encrypted', 'signed', 'unsigned'] as const;
export type BackupProtection = (typeof backupProtections)[number];

export const backupSorts = ['id', 'subdomain', 'status', 'bytes', 'verified_at', 'created_at', 'finished_at'] as const;

/** Days after which backups of the platform's own database go, since they hold data erased since then. */
export const PLATFORM_BACKUP_DAYS = 14;

const tenantId = () =>
  yup
    .string()
    .typeError('Номер заведения — текст')
    .matches(new RegExp(`^${TENANT_ID}$`), 'Такого номера заведения не бывает');

export const backupFilterSchema = yup.object({
  id: manyUuids(),
  /** `platform` selects the platform's own database. */
  tenant_id: yup
    .string()
    .typeError('Номер заведения — текст')
    .matches(new RegExp(`^(${TENANT_ID}|platform)$`), 'Такого номера заведения не бывает'),
  status: yup.string().oneOf(backupStatuses, 'Состояние — running, done или failed'),
  /** Searches in the tenant's subdomain, name and id. */
  ...searched,
});
export type BackupFilter = yup.InferType<typeof backupFilterSchema>;

/** `tenantId` backs up one tenant; `all` every one that is not deleted, and the platform; neither, its own database. */
export const makeBackupSchema = yup.object({
  tenantId: tenantId(),
  all: trueOrFalse('all').default(false),
});
export type MakeBackup = yup.InferType<typeof makeBackupSchema>;

/** `unsigned` also allows a backup made before backups were signed; the caller vouches for the file. */
export const restoreBackupSchema = yup.object({
  unsigned: trueOrFalse('unsigned').default(false),
});
export type RestoreBackup = yup.InferType<typeof restoreBackupSchema>;

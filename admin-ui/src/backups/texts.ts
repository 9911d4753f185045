import type { Backup, BackupStatus } from '@ostatok/api/contract/backups.ts';

export const statuses: Record<BackupStatus, string> = { running: 'Делается', done: 'Готова', failed: 'Не удалась' };
export const tones = { running: 'warn', done: 'good', failed: 'bad' } as const;

/** Whose copy it is. */
export const whoseText = ({ tenant_id, subdomain }: Backup): string =>
  tenant_id === null ? 'Платформа' : (subdomain ?? tenant_id);

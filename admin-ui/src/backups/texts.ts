import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { BackupProtection, BackupStatus } from '@ostatok/api/contract/backups.ts';

export const statuses: Record<BackupStatus, string> = { running: 'Делается', done: 'Готова', failed: 'Не удалась' };
/** Where the file is matters only while it is good. */
export const stateText = ({ status, elsewhere }: Pick<Backup, 'status' | 'elsewhere'>): string =>
  status === 'done' && elsewhere ? 'На другом сервере' : statuses[status];
export const tones = { running: 'warn', done: 'good', failed: 'bad' } as const;

const protections: Record<BackupProtection, string> = {
  encrypted: 'Зашифрована',
  signed: 'Не зашифрована',
  unsigned: 'Без подписи',
};
export const protectionText = ({ protection }: Backup): string => (protection ? protections[protection] : '—');

/** The owner of the backup: a tenant or the platform. */
export const whoseText = ({ tenant_id, subdomain }: Backup): string =>
  tenant_id === null ? 'Платформа' : (subdomain ?? tenant_id);

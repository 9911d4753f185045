import type { Backup } from '@ostatok/api/contract/backups.ts';

export const backupStatusWords: Record<Backup['status'], string> = {
  running: 'идёт',
  done: 'готова',
  failed: 'не удалась',
};

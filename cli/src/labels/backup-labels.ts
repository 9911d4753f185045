import { Flags } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { BackupProtection } from '@ostatok/api/contract/backups.ts';
import { orNone } from '../output/format.ts';

/** The flag of commands that restore: an unsigned backup is restored only when the caller trusts the file. */
export const unsignedFlag = {
  unsigned: Flags.boolean({ description: 'взять и копию без подписи, сделанную прежней версией' }),
};

const backupStatusWords: Record<Backup['status'], string> = {
  running: 'идёт',
  done: 'готова',
  failed: 'не удалась',
};

/** Where the file is matters only while it is good. */
export const backupStateWord = ({ status, elsewhere }: Pick<Backup, 'status' | 'elsewhere'>): string =>
  status === 'done' && elsewhere ? 'на другом сервере' : backupStatusWords[status];

const protections: Record<BackupProtection, string> = {
  encrypted: 'зашифрована',
  signed: 'подписана, не зашифрована',
  unsigned: 'без подписи',
};
export const protectionWord = ({ protection }: Backup): string => orNone(protection && protections[protection]);

import { createKey, createSecrets } from '@ostatok/kit/node/secrets.ts';

export type BackupKey = ReturnType<typeof createKey>;

const SECRET_KEYS = 'backup.secret-keys';

interface GivenKeys {
  secretKey: string;
  previousKeys?: string[];
  /** With one of their own backups are encrypted, and need no SECRET_KEY to be read. */
  backupKey?: string | undefined;
  previousBackupKeys?: string[];
}

/** What backups are signed and encrypted with, and what those before were. */
export function createBackupKeys({ secretKey, previousKeys = [], backupKey, previousBackupKeys = [] }: GivenKeys) {
  const given = [backupKey, ...previousBackupKeys, secretKey, ...previousKeys].filter((key) => key !== undefined);
  const all = given.filter(Boolean).map((key) => ({ key, derived: createKey(key) }));
  const current = createKey(backupKey ?? secretKey);
  return {
    current,
    encrypts: backupKey !== undefined,
    find: (id: string): BackupKey | undefined => all.find(({ derived }) => derived.id === id)?.derived,
    /** For whoever has BACKUP_KEY alone: what the platform's tables hold is sealed under these. */
    sealSecretKeys: (): string =>
      createSecrets(backupKey ?? secretKey).seal(JSON.stringify([secretKey, ...previousKeys]), SECRET_KEYS),
    openSecretKeys(header: { key: string; secret_keys_sealed?: string }): string[] {
      const owner = all.find(({ derived }) => derived.id === header.key)?.key;
      if (!owner || !header.secret_keys_sealed) return [];
      return JSON.parse(createSecrets(owner).open(header.secret_keys_sealed, SECRET_KEYS));
    },
  };
}
export type BackupKeys = ReturnType<typeof createBackupKeys>;

import { createKey, createSecrets } from '@ostatok/kit/node/secrets.ts';

export type BackupKey = ReturnType<typeof createKey>;

const SECRET_KEYS = 'backup.secret-keys';

interface GivenKeys {
  secretKey: string;
  previousKeys?: string[];
  /** When set, backups are encrypted with this key and can be read without SECRET_KEY. */
  backupKey?: string | undefined;
  previousBackupKeys?: string[];
}

/** The keys that sign and encrypt backups, and the previous ones, which still open older backups. */
export function createBackupKeys({ secretKey, previousKeys = [], backupKey, previousBackupKeys = [] }: GivenKeys) {
  const given = [backupKey, ...previousBackupKeys, secretKey, ...previousKeys].filter((key) => key !== undefined);
  const all = given.filter(Boolean).map((key) => ({ key, derived: createKey(key) }));
  const current = createKey(backupKey ?? secretKey);
  return {
    current,
    encrypts: backupKey !== undefined,
    find: (id: string): BackupKey | undefined => all.find(({ derived }) => derived.id === id)?.derived,
    /**
     * Seals the SECRET_KEYs for an administrator who has only BACKUP_KEY: the secrets in the platform's tables are
     * sealed with them.
     */
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

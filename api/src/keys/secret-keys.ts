import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keysIn, type PlatformEnv } from '../config.ts';
import { ensureSecret } from '../platform/data-dir.ts';
import { type BackupKeys, createBackupKeys } from './backup-keys.ts';

const CURRENT = 'secret-key';
const PREVIOUS = 'secret-key-previous';

const pathOf = (home: string, name: string): string => join(home, 'secrets', name);
const readPrevious = (home: string): string[] => {
  const path = pathOf(home, PREVIOUS);
  return existsSync(path) ? keysIn(readFileSync(path, 'utf8')) : [];
};

type Write = (path: string, text: string) => void;
const writeFlushed: Write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600, flush: true });
};

/** Replaces a file atomically: it is new or as before, even when the machine dies half-way. */
function replaceFile(path: string, text: string, write: Write): void {
  write(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

type KeySettings = Pick<PlatformEnv, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'DATABASE_URL'>;

/** Reads the present and the former SECRET_KEYs from the environment, else from the installation's folder. */
export function secretKeysOf(config: KeySettings, home: string): { secretKey: string; previousKeys: string[] } {
  const kept = (): string => (config.DATABASE_URL ? '' : ensureSecret(home, CURRENT));
  return {
    secretKey: config.SECRET_KEY ?? kept(),
    previousKeys: [...keysIn(config.SECRET_KEY_PREVIOUS), ...readPrevious(home)],
  };
}

/**
 * Makes a new key in the installation's folder. The old key is written among the former ones first, so at each moment
 * every key in use is in a file. A platform that runs meanwhile uses the old key until it restarts.
 */
export function replaceKeptKey(home: string, write = writeFlushed): void {
  const current = ensureSecret(home, CURRENT);
  const previous = new Set([current, ...readPrevious(home)]);
  replaceFile(pathOf(home, PREVIOUS), [...previous].join('\n'), write);
  replaceFile(pathOf(home, CURRENT), randomBytes(32).toString('base64url'), write);
}

/** Adds keys that came with a backup, which open what is in it. */
export function keepPreviousKeys(home: string, keys: string[]): void {
  const known = new Set([...readPrevious(home), ...keys]);
  if (keys.length > 0) replaceFile(pathOf(home, PREVIOUS), [...known].join('\n'), writeFlushed);
}

export const backupKeysOf = (
  config: Pick<PlatformEnv, 'BACKUP_KEY' | 'BACKUP_KEY_PREVIOUS'>,
  given: { secretKey: string; previousKeys?: string[] },
): BackupKeys =>
  createBackupKeys({
    ...given,
    backupKey: config.BACKUP_KEY,
    previousBackupKeys: keysIn(config.BACKUP_KEY_PREVIOUS),
  });

/** Deletes the former keys: nothing that they have sealed or signed can be opened afterwards. */
export const forgetPreviousKeys = (home: string): void => rmSync(pathOf(home, PREVIOUS), { force: true });

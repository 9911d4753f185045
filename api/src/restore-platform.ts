/**
 * Restores the platform's own database from a backup: `node api/src/restore-platform.ts FILE.backup`, in the same
 * environment as `npm start`, while the platform is stopped. See docs/backups.md.
 */

import { CannotRestore, restorePlatform } from './backups/platform-restore.ts';
import {
  CannotDo,
  openInstallation,
  refuseCall,
  runCommand,
  withPlatformDatabase,
} from './bootstrap/machine-command.ts';
import { takeSingleInstanceLock } from './bootstrap/single-instance-lock.ts';
import { backupKeysOf, keepPreviousKeys, secretKeysOf } from './keys/secret-keys.ts';

const say = (line: string): void => console.log(line);

/** Throws CannotDo while the platform runs on this embedded server. */
async function requireStopped(databaseUrl: string): Promise<void> {
  const release = await takeSingleInstanceLock(databaseUrl);
  if (!release) throw new CannotDo('Остаток запущен в этой папке. Сначала остановите его');
  await release();
}

async function restore(file: string, unsigned: boolean): Promise<void> {
  // on a new machine there is no folder yet
  const installation = openInstallation({ mayMake: true });
  const { config, home } = installation;
  await withPlatformDatabase(installation, async (databaseUrl) => {
    if (!config.DATABASE_URL) await requireStopped(databaseUrl);
    const keys = backupKeysOf(config, secretKeysOf(config, home));
    const { replaced, secretKeys } = await restorePlatform({ databaseUrl, file, keys, unsigned, say });
    keepPreviousKeys(home, secretKeys);
    say(replaced ? `Готово. Прежняя база хранится 7 дней под именем ${replaced}` : 'Готово');
    say('Запустите платформу: удалённое с тех пор она сотрёт снова сама');
  });
}

const words = process.argv.slice(2);
const file =
  words.find((word) => !word.startsWith('--')) ??
  refuseCall('Укажите файл копии: node api/src/restore-platform.ts .ostatok/backups/platform/ИМЯ.backup');
await runCommand(() => restore(file, words.includes('--unsigned')), CannotRestore);

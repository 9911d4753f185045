/**
 * Restores the platform's own database from a backup: `node api/src/restore-platform.ts FILE.backup`, in the same
 * environment as `npm start`, while the platform is stopped; `--list` names the backups that there are. See
 * docs/backups.md.
 */
import { basename, dirname, resolve } from 'node:path';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import { createBackupFiles } from './backups/files.ts';
import { CannotRestore, restorePlatform } from './backups/platform-restore.ts';
import {
  CannotDo,
  type Installation,
  openInstallation,
  refuseCall,
  runCommand,
  withPlatformDatabase,
} from './bootstrap/machine-command.ts';
import { takeSingleInstanceLock } from './bootstrap/single-instance-lock.ts';
import { backupKeysOf, keepPreviousKeys, secretKeysOf } from './keys/secret-keys.ts';
import { configuredStorage } from './storage/configured.ts';
import { createFolderStorage } from './storage/folder-storage.ts';
import { type Storage, StorageError } from './storage/storage.ts';

const say = (line: string): void => console.log(line);

/** Throws CannotDo while the platform runs on this embedded server. */
async function requireStopped(databaseUrl: string): Promise<void> {
  const release = await takeSingleInstanceLock(databaseUrl);
  if (!release) throw new CannotDo('Остаток запущен в этой папке. Сначала остановите его');
  await release();
}

interface Place {
  storage: Storage;
  key: string;
}

/** A path of this machine; with a bucket also the number of a backup in it, or its whole address. */
function placeOf(file: string, installation: Installation): Place {
  const storage = configuredStorage(installation.config, installation.home);
  if (file.startsWith(`${storage.name}/`)) return { storage, key: file.slice(storage.name.length + 1) };
  if (file.startsWith('s3://')) throw new CannotDo(`Копия не в том бакете, что задан в BACKUP_URL: ${storage.name}`);
  if (isUuid(file)) return { storage, key: `platform/${file}.backup` };
  const folder = dirname(resolve(file));
  return { storage: createFolderStorage(dirname(folder)), key: `${basename(folder)}/${basename(file)}` };
}

/** On a new machine nothing else tells which backups there are. */
async function list(): Promise<void> {
  const { config, home } = openInstallation({ mayMake: true });
  const storage = configuredStorage(config, home);
  const files = createBackupFiles(storage, backupKeysOf(config, secretKeysOf(config, home)));
  const found = await files.manifests((await files.list()).stored.filter(({ tenant_id }) => tenant_id === null));
  for (const { id, created_at, bytes } of found.toSorted((a, b) => b.created_at.localeCompare(a.created_at))) {
    say(`${id}  ${created_at}  ${formatBytes(bytes)}`);
  }
  say(`Копий платформы в ${storage.name}: ${found.length}`);
}

async function restore(file: string, unsigned: boolean): Promise<void> {
  // on a new machine there is no folder yet
  const installation = openInstallation({ mayMake: true });
  const { config, home } = installation;
  const place = placeOf(file, installation);
  await withPlatformDatabase(installation, async (databaseUrl) => {
    if (!config.DATABASE_URL) await requireStopped(databaseUrl);
    const given = secretKeysOf(config, home);
    const keys = backupKeysOf(config, given);
    const { replaced, secretKeys } = await restorePlatform({ databaseUrl, ...place, keys, unsigned, say });
    keepPreviousKeys(
      home,
      secretKeys.filter((key) => key !== given.secretKey),
    );
    say(replaced ? `Готово. Прежняя база хранится 7 дней под именем ${replaced}` : 'Готово');
    say('Запустите платформу: удалённое с тех пор она сотрёт снова сама');
    say('Сутки работы платформы подписки не списываются и не заканчиваются, и ничего не удаляется навсегда');
    say(
      'За это время сверьте платежи в кабинете банка с нашими (ostatok subscriptions payments): продление, о котором знает только банк, иначе спишется второй раз. Кто его оплатил, тому продлите: ostatok subscriptions extend ПОЧТА ДНЕЙ',
    );
  });
}

/** Tells an administrator what is wrong with the bucket, as any other mistake. */
async function said(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    throw error instanceof StorageError ? new CannotRestore(error.message, { cause: error }) : error;
  });
}

const words = process.argv.slice(2);
const file = words.find((word) => !word.startsWith('--'));
if (!file && !words.includes('--list')) {
  refuseCall(
    'Укажите файл или номер копии: node api/src/restore-platform.ts .ostatok/backups/platform/ИМЯ.backup. Какие есть: --list',
  );
}
await runCommand(() => said(file ? restore(file, words.includes('--unsigned')) : list()), CannotRestore);

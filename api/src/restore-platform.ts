/**
 * Brings the platform's own database back from a backup: `node api/src/restore-platform.ts FILE.backup`, in the same
 * environment as `npm start`, while the platform is stopped. See docs/backups.md.
 */
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { claimAlone } from './alone.ts';
import { CannotRestore, restorePlatform } from './backups/platform-restore.ts';
import { platformEnvSchema } from './config.ts';
import { keptSecret, openHome } from './home.ts';
import { backupKeysOf, keepPreviousKeys, secretKeysOf } from './keys/secret-keys.ts';

const say = (line: string): void => console.log(line);

async function restore(file: string, unsigned: boolean): Promise<void> {
  const config = loadConfig(platformEnvSchema, process.env);
  const home = openHome(config.OSTATOK_HOME);
  const embedded = config.DATABASE_URL
    ? undefined
    : await startKeptPostgres({
        folder: join(home, 'postgres'),
        password: keptSecret(home, 'postgres-password'),
        log: () => undefined,
      });
  try {
    if (embedded) {
      const release = await claimAlone(embedded.url);
      if (!release) throw new CannotRestore('Остаток запущен в этой папке. Сначала остановите его');
      await release();
    }
    const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? '';
    const keys = backupKeysOf(config, secretKeysOf(config, home));
    const { replaced, secretKeys } = await restorePlatform({ databaseUrl, file, keys, unsigned, say });
    keepPreviousKeys(home, secretKeys);
    say(replaced ? `Готово. Прежняя база хранится 7 дней под именем ${replaced}` : 'Готово');
    say('Запустите платформу: удалённое с тех пор она сотрёт снова сама');
  } finally {
    // one that ran before is somebody's
    if (!embedded?.adopted) await embedded?.stop();
  }
}

const words = process.argv.slice(2);
const unsigned = words.includes('--unsigned');
const file = words.find((word) => !word.startsWith('--'));
if (!file) {
  console.error('Укажите файл копии: node api/src/restore-platform.ts .ostatok/backups/platform/ИМЯ.backup');
  process.exit(2);
}
try {
  await restore(file, unsigned);
} catch (error) {
  if (!(error instanceof CannotRestore || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * Replaces the installation's SECRET_KEY, on the machine itself and in the environment of `npm start`:
 * `node api/src/rotate-keys.ts new`, start the platform anew, then `… status` and `… forget`. See docs/security.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { type PlatformEnv, platformEnvSchema } from './config.ts';
import { keptSecret, openHome } from './home.ts';
import { createResealing } from './keys/resealing.service.ts';
import { forgetPreviousKeys, replaceKeptKey, secretKeysOf } from './keys/secret-keys.ts';

const say = (line: string): void => console.log(line);

class CannotRotate extends Error {}

/** How many texts the present key has not sealed. */
async function countRemaining(config: PlatformEnv, home: string): Promise<number> {
  const { secretKey, previousKeys } = secretKeysOf(config, home);
  const secrets = createSecrets(secretKey, previousKeys);
  const embedded = config.DATABASE_URL
    ? undefined
    : await startKeptPostgres({
        folder: join(home, 'postgres'),
        password: keptSecret(home, 'postgres-password'),
        log: () => undefined,
      });
  const db = connect(config.DATABASE_URL ?? embedded?.url ?? '', { max: 1 });
  try {
    return await createResealing({ db, secrets, log: createLog('keys', 'silent') }).remaining();
  } finally {
    await db.destroy();
    // one that ran before is somebody's
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}

const commands: Record<string, (config: PlatformEnv, home: string) => Promise<void>> = {
  async new(config, home) {
    if (config.SECRET_KEY) {
      throw new CannotRotate(
        'Ключ задан в SECRET_KEY. Перенесите его в SECRET_KEY_PREVIOUS, задайте новый и перезапустите платформу',
      );
    }
    replaceKeptKey(home);
    say('Новый ключ сделан, прежний сохранён рядом. Перезапустите платформу: она перешифрует всё сама');
  },
  async status(config, home) {
    const remaining = await countRemaining(config, home);
    const { previousKeys } = secretKeysOf(config, home);
    say(`Прежних ключей: ${previousKeys.length}`);
    say(remaining === 0 ? 'Всё зашифровано нынешним ключом' : `Зашифровано другими ключами: ${remaining}`);
    if (remaining > 0) process.exitCode = 1;
  },
  async forget(config, home) {
    if (config.SECRET_KEY_PREVIOUS) throw new CannotRotate('Прежний ключ задан в SECRET_KEY_PREVIOUS: уберите его там');
    const remaining = await countRemaining(config, home);
    if (remaining > 0) throw new CannotRotate(`Прежним ключом зашифровано: ${remaining}. Перезапустите платформу`);
    forgetPreviousKeys(home);
    say('Прежние ключи забыты. Копии, подписанные ими, без них не проверить');
  },
};

const command = commands[process.argv[2] ?? ''];
if (!command) {
  console.error('Укажите, что сделать: node api/src/rotate-keys.ts new | status | forget');
  process.exit(2);
}
try {
  const config = loadConfig(platformEnvSchema, process.env);
  if (!existsSync(config.OSTATOK_HOME)) throw new CannotRotate(`Папки ${config.OSTATOK_HOME} нет`);
  await command(config, openHome(config.OSTATOK_HOME));
} catch (error) {
  if (!(error instanceof CannotRotate || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

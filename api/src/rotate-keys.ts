/**
 * Replaces the installation's SECRET_KEY, on the machine itself and in the environment of `npm start`:
 * `node api/src/rotate-keys.ts new`, start the platform anew, then `… status` and `… forget`. See docs/security.md.
 */
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createResealing } from './keys/resealing.service.ts';
import { forgetPreviousKeys, replaceKeptKey, secretKeysOf } from './keys/secret-keys.ts';
import {
  CannotDo,
  type Installation,
  openInstallation,
  refuseCall,
  runCommand,
  withPlatformDatabase,
} from './machine-command.ts';

const say = (line: string): void => console.log(line);

/** How many texts the present key has not sealed. */
async function countRemaining(installation: Installation): Promise<number> {
  const { secretKey, previousKeys } = secretKeysOf(installation.config, installation.home);
  const secrets = createSecrets(secretKey, previousKeys);
  return withPlatformDatabase(installation, async (databaseUrl) => {
    const db = connect(databaseUrl, { max: 1 });
    try {
      return await createResealing({ db, secrets, log: createLog('keys', 'silent') }).remaining();
    } finally {
      await db.destroy();
    }
  });
}

const commands: Record<string, (installation: Installation) => Promise<void>> = {
  async new({ config, home }) {
    if (config.SECRET_KEY) {
      throw new CannotDo(
        'Ключ задан в SECRET_KEY. Перенесите его в SECRET_KEY_PREVIOUS, задайте новый и перезапустите платформу',
      );
    }
    replaceKeptKey(home);
    say('Новый ключ сделан, прежний сохранён рядом. Перезапустите платформу: она перешифрует всё сама');
  },
  async status(installation) {
    const remaining = await countRemaining(installation);
    const { previousKeys } = secretKeysOf(installation.config, installation.home);
    say(`Прежних ключей: ${previousKeys.length}`);
    say(remaining === 0 ? 'Всё зашифровано нынешним ключом' : `Зашифровано другими ключами: ${remaining}`);
    if (remaining > 0) process.exitCode = 1;
  },
  async forget(installation) {
    if (installation.config.SECRET_KEY_PREVIOUS)
      throw new CannotDo('Прежний ключ задан в SECRET_KEY_PREVIOUS: уберите его там');
    const remaining = await countRemaining(installation);
    if (remaining > 0) throw new CannotDo(`Прежним ключом зашифровано: ${remaining}. Перезапустите платформу`);
    forgetPreviousKeys(installation.home);
    say('Прежние ключи забыты. Копии, подписанные ими, без них не проверить');
  },
};

const command =
  commands[process.argv[2] ?? ''] ??
  refuseCall('Укажите, что сделать: node api/src/rotate-keys.ts new | status | forget');
await runCommand(() => command(openInstallation()));

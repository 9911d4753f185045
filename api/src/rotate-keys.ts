/**
 * Replaces the installation's SECRET_KEY, on the machine itself and in the environment of `npm start`: run `node
 * api/src/rotate-keys.ts new`, restart the platform, then run `… status` and `… forget`. See docs/security.md.
 */
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createBackupFiles } from './backups/files.ts';
import {
  CannotDo,
  type Installation,
  openInstallation,
  refuseCall,
  runCommand,
  withPlatformDatabase,
} from './bootstrap/machine-command.ts';
import { createResealing } from './keys/resealing.service.ts';
import { backupKeysOf, forgetPreviousKeys, replaceKeptKey, secretKeysOf } from './keys/secret-keys.ts';
import { configuredStorage } from './storage/configured.ts';

const say = (line: string): void => console.log(line);

interface RotationState {
  /** The number of texts that the present key has not sealed. */
  remaining: number;
  isTakenOver: boolean;
  /** The number of backups that only former keys open. */
  backups: number;
}

async function rotationStateOf(installation: Installation): Promise<RotationState> {
  const { config, home } = installation;
  const given = secretKeysOf(config, home);
  const secrets = createSecrets(given.secretKey, given.previousKeys);
  const files = createBackupFiles(configuredStorage(config, home), backupKeysOf(config, given));
  const backups = await files.countClosedTo(backupKeysOf(config, { secretKey: given.secretKey }));
  return withPlatformDatabase(installation, async (databaseUrl) => {
    const db = connect(databaseUrl, { max: 1 });
    try {
      const resealing = createResealing({ db, secrets, log: createLog('keys', 'silent') });
      return { backups, remaining: await resealing.remaining(), isTakenOver: await resealing.isTakenOver() };
    } finally {
      await db.destroy();
    }
  });
}

/** Throws CannotDo while former keys are still needed. */
function requireUnneeded({ remaining, isTakenOver, backups }: RotationState, withBackups: boolean): void {
  if (remaining > 0) throw new CannotDo(`Прежним ключом зашифровано: ${remaining}. Перезапустите платформу`);
  if (!isTakenOver) throw new CannotDo('С новым ключом платформа ещё не запускалась. Перезапустите её и повторите');
  if (backups > 0 && !withBackups) {
    throw new CannotDo(
      `Прежним ключом подписано копий: ${backups}, без него их не восстановить. Подождите, пока их сменят новые, или забудьте вместе с ними: forget --with-backups`,
    );
  }
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
    const { remaining, backups } = await rotationStateOf(installation);
    const { previousKeys } = secretKeysOf(installation.config, installation.home);
    say(`Прежних ключей: ${previousKeys.length}. Подписано ими копий: ${backups}`);
    say(remaining === 0 ? 'Всё зашифровано нынешним ключом' : `Зашифровано другими ключами: ${remaining}`);
    if (remaining > 0) process.exitCode = 1;
  },
  async forget(installation) {
    if (installation.config.SECRET_KEY_PREVIOUS)
      throw new CannotDo('Прежний ключ задан в SECRET_KEY_PREVIOUS: уберите его там');
    requireUnneeded(await rotationStateOf(installation), process.argv.includes('--with-backups'));
    forgetPreviousKeys(installation.home);
    say('Прежние ключи забыты. Копии, подписанные ими, без них не проверить');
  },
};

const command =
  commands[process.argv[2] ?? ''] ??
  refuseCall('Укажите, что сделать: node api/src/rotate-keys.ts new | status | forget');
await runCommand(() => command(openInstallation()));

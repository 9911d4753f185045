/**
 * Takes a person's second factors away who has lost them all: `node api/src/reset-factor.ts EMAIL`, on the machine
 * itself and in the environment of `npm start`; the platform may run meanwhile. See docs/security.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createAccountServices } from './account-services.ts';
import { type PlatformEnv, platformEnvSchema } from './config.ts';
import { keptSecret, openHome } from './home.ts';
import { secretKeysOf } from './keys/secret-keys.ts';
import { createOutbox } from './mail/transports.ts';
import { companyOf, supportEmailOf } from './settings.ts';

class CannotReset extends Error {}

async function resetFactor(db: Knex, config: PlatformEnv, home: string, email: string): Promise<void> {
  const { secretKey, previousKeys } = secretKeysOf(config, home);
  const { accounts, sessions, factors, security } = createAccountServices({
    db,
    secrets: createSecrets(secretKey, previousKeys),
    log: createLog('reset-factor', 'silent'),
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    // the letter waits in the queue: the platform sends it
    mailTransport: createOutbox(join(home, 'outbox')),
    mailFrom: '',
    supportEmail: supportEmailOf(config),
    seller: companyOf(config),
  });
  const account = await accounts.findByEmail(email);
  if (!account) throw new CannotReset(`Учётной записи с адресом ${email} нет`);
  await db.transaction(async (trx) => {
    await sessions.endAll(trx, account.id);
    await factors.reset(trx, account);
  });
  await security.stop();
}

async function run(email: string): Promise<void> {
  const config = loadConfig(platformEnvSchema, process.env);
  if (!existsSync(config.OSTATOK_HOME)) throw new CannotReset(`Папки ${config.OSTATOK_HOME} нет`);
  const home = openHome(config.OSTATOK_HOME);
  const embedded = config.DATABASE_URL
    ? undefined
    : await startKeptPostgres({
        folder: join(home, 'postgres'),
        password: keptSecret(home, 'postgres-password'),
        log: () => undefined,
      });
  const db = connect(config.DATABASE_URL ?? embedded?.url ?? '', { max: 2 });
  try {
    await resetFactor(db, config, home, email);
    console.log(`Второй шаг входа снят с ${email}, все входы завершены. Человеку отправлено письмо`);
  } finally {
    await db.destroy();
    // one that ran before is somebody's
    if (embedded && !embedded.adopted) await embedded.stop();
  }
}

const [email] = process.argv.slice(2);
if (!email) {
  console.error('Укажите адрес: node api/src/reset-factor.ts anna@bar.example');
  process.exit(2);
}
try {
  await run(email.trim().toLowerCase());
} catch (error) {
  if (!(error instanceof CannotReset || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}

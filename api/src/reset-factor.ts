/**
 * Removes the second factors of a person who has lost them all: `node api/src/reset-factor.ts EMAIL`, on the machine
 * itself and in the environment of `npm start`; the platform may run meanwhile. See docs/security.md.
 */
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createAccountModules } from './bootstrap/account-modules.ts';
import {
  CannotDo,
  type Installation,
  openInstallation,
  refuseCall,
  runCommand,
  withPlatformDatabase,
} from './bootstrap/machine-command.ts';
import { secretKeysOf } from './keys/secret-keys.ts';
import { createOutbox } from './mail/transports.ts';
import { companyOf, supportEmailOf } from './settings.ts';

async function resetFactor(db: Knex, { config, home }: Installation, email: string): Promise<void> {
  const { secretKey, previousKeys } = secretKeysOf(config, home);
  const { accounts, sessions, factors, security } = createAccountModules({
    db,
    secrets: createSecrets(secretKey, previousKeys),
    log: createLog('reset-factor', 'silent'),
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    // the letter waits in the queue until the platform sends it
    mailTransport: createOutbox(join(home, 'outbox')),
    mailFrom: '',
    supportEmail: supportEmailOf(config),
    seller: companyOf(config),
  });
  const account = await accounts.findByEmail(email);
  if (!account) throw new CannotDo(`Учётной записи с адресом ${email} нет`);
  await db.transaction(async (trx) => {
    await sessions.endAll(trx, account.id);
    await factors.reset(trx, account);
  });
  await security.stop();
}

async function run(email: string): Promise<void> {
  const installation = openInstallation();
  await withPlatformDatabase(installation, async (databaseUrl) => {
    const db = connect(databaseUrl, { max: 2 });
    try {
      await resetFactor(db, installation, email);
    } finally {
      await db.destroy();
    }
  });
  console.log(`Второй шаг входа снят с ${email}, все входы завершены. Человеку отправлено письмо`);
}

const email = process.argv[2] || refuseCall('Укажите адрес: node api/src/reset-factor.ts anna@bar.example');
await runCommand(() => run(email.trim().toLowerCase()));

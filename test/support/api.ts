import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountServices } from '@ostatok/api/src/account-services.ts';
import { defaultLimits } from '@ostatok/api/src/auth/attempts.ts';
import { createOutbox, type MailTransport } from '@ostatok/api/src/mail/transports.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { createDatabase } from './postgres.ts';

/** A clock that a test moves. */
export function createClock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (ms: number): void => {
      ahead += ms;
    },
  };
}

export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** The services of accounts over a database of their own; letters go to a folder of their own. */
export async function createTestServices(
  options: { limits?: Partial<typeof defaultLimits>; mailTransport?: MailTransport } = {},
) {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 8 });
  const outbox = await mkdtemp(join(tmpdir(), 'outbox-'));
  const clock = createClock();
  const secrets = createSecrets('test-secret-key-of-thirty-two-characters');
  const services = createAccountServices({
    db,
    secrets,
    log: createLog('test', 'silent'),
    publicUrl: 'http://localhost:3000',
    mailTransport: options.mailTransport ?? createOutbox(outbox),
    mailFrom: 'Остаток <no-reply@localhost>',
    now: clock.now,
    limits: { ...defaultLimits, ...options.limits },
  });
  return {
    db,
    secrets,
    clock,
    outbox,
    ...services,
    async close(): Promise<void> {
      await services.mail.stop();
      await db.destroy();
      await database.drop();
      await rm(outbox, { recursive: true, force: true });
    },
  };
}
export type TestServices = Awaited<ReturnType<typeof createTestServices>>;

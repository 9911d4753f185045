import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Account } from '../account/account.service.ts';
import type { Mail } from '../mail/mail.service.ts';

/**
 * Sends the welcome letter once the address is verified, unless the user has withdrawn consent: the service works
 * without it.
 */
export const createWelcome =
  ({ mail, publicUrl }: { mail: Pick<Mail, 'enqueue'>; publicUrl: string }) =>
  async (trx: Knex.Transaction, { email, name, consent_withdrawn_at }: Account): Promise<void> => {
    const link = new URL('/wizard', publicUrl).href;
    if (!consent_withdrawn_at) await mail.enqueue(trx, { to: email, template: 'welcome', data: { name, link } });
  };

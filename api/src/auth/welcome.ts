import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Account } from '../account/account.service.ts';
import type { Mail } from '../mail/mail.service.ts';

/** Once an address is proven; nobody needs it, so whoever has withdrawn consent gets none. */
export const createWelcome =
  ({ mail, publicUrl }: { mail: Pick<Mail, 'enqueue'>; publicUrl: string }) =>
  async (trx: Knex.Transaction, { email, name, consent_withdrawn_at }: Account): Promise<void> => {
    const link = new URL('/wizard', publicUrl).href;
    if (!consent_withdrawn_at) await mail.enqueue(trx, { to: email, template: 'welcome', data: { name, link } });
  };

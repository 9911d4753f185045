import { randomUUID } from 'node:crypto';
import { RESET_LINK_HOURS } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import type { Account } from '../account/account.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import {
  deleteExpiredLinks,
  findLinkOwner,
  insertLink,
  type LinkPurpose,
  lockLinks,
  useLink,
  voidLinks,
} from './links.queries.ts';

const HOUR_MS = 3_600_000;

const kinds: Record<LinkPurpose, { path: string; hours: number; invalid: string }> = {
  verify_email: { path: 'verify-email', hours: 72, invalid: 'Недействительная ссылка для подтверждения email' },
  reset_password: {
    path: 'reset-password',
    hours: RESET_LINK_HOURS,
    invalid: 'Недействительная ссылка для сброса пароля',
  },
};

const invalid = (purpose: LinkPurpose): InvalidInput =>
  new InvalidInput(kinds[purpose].invalid, undefined, 'invalid_link');

/** Single-use links that prove that a letter was received. Only their hashes are stored. */
export function createLinks({
  db,
  mail,
  publicUrl,
  now = () => new Date(),
}: {
  db: Knex;
  mail: Pick<Mail, 'enqueue'>;
  publicUrl: string;
  now?: () => Date;
}) {
  /** Returns the URL for the letter. */
  async function issue(trx: Knex.Transaction, userId: number, purpose: LinkPurpose): Promise<string> {
    const token = newToken();
    const at = now();
    await deleteExpiredLinks(trx, userId, at);
    await insertLink(trx, {
      id: randomUUID(),
      user_id: userId,
      purpose,
      token_hash: hashToken(token),
      created_at: at,
      expires_at: new Date(at.getTime() + kinds[purpose].hours * HOUR_MS),
    });
    const link = new URL(kinds[purpose].path, publicUrl.replace(/\/?$/, '/'));
    link.searchParams.set('token', token);
    return link.href;
  }

  return {
    /** Sends the letter with a new link. */
    async send(trx: Knex.Transaction, { id, email, name }: Account, purpose: LinkPurpose): Promise<void> {
      const link = await issue(trx, id, purpose);
      await mail.enqueue(trx, { to: email, template: purpose, data: { name, link } });
    },

    /** Returns the user's id before work that is worth doing only for a valid link. Throws InvalidInput. */
    async check(token: string, purpose: LinkPurpose): Promise<number> {
      const userId = await findLinkOwner(db, hashToken(token), purpose, now());
      if (userId === undefined) throw invalid(purpose);
      return userId;
    },

    /** Uses the link and returns the user's id; all other links of this purpose become void. Throws InvalidInput. */
    async redeem(trx: Knex.Transaction, token: string, purpose: LinkPurpose): Promise<number> {
      const owner = await findLinkOwner(trx, hashToken(token), purpose, now());
      if (owner !== undefined) await lockLinks(trx, owner);
      const userId = await useLink(trx, hashToken(token), purpose, now());
      if (userId === undefined) throw invalid(purpose);
      await voidLinks(trx, userId, [purpose], now());
      return userId;
    },

    /**
     * Voids the links sent so far: a reader of an old letter could otherwise undo a new password or sign in past it.
     */
    void: (trx: Knex.Transaction, userId: number, purposes: LinkPurpose[]): Promise<void> =>
      voidLinks(trx, userId, purposes, now()),
  };
}
export type Links = ReturnType<typeof createLinks>;

import { randomBytes } from 'node:crypto';
import type { UserRole } from '@ostatok/api/contract/auth.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Accounts } from '../account/account.service.ts';
import { hashPassword } from './passwords.ts';

export interface FirstAccount {
  userId: number;
  email: string;
  /** Set only when the account was created just now: the password cannot be shown later. */
  password: string | null;
}

interface Wanted {
  email: string;
  password?: string;
  name: string;
  role: UserRole;
  plan: string;
}

/**
 * Creates the account unless the address already has one; an existing password is never changed. Safe with several
 * concurrent processes.
 */
async function ensureAccount(
  { db, accounts }: { db: Knex; accounts: Accounts },
  wanted: Wanted,
): Promise<FirstAccount> {
  const { email, name, role, plan } = wanted;
  const known = async (): Promise<FirstAccount | undefined> => {
    const account = await accounts.findByEmail(email);
    return account && { userId: account.id, email, password: null };
  };
  const already = await known();
  if (already) return already;
  const password = wanted.password ?? randomBytes(12).toString('base64url');
  const password_hash = await hashPassword(password);
  try {
    const account = await db.transaction((trx) =>
      accounts.create(trx, { email, name, role, password_hash, email_verified: true }, plan),
    );
    return { userId: account.id, email, password };
  } catch (error) {
    const made = error instanceof Conflict ? await known() : undefined;
    if (!made) throw error;
    return made;
  }
}

type Clients = { db: Knex; accounts: Accounts };

/** The first administrator, from ADMIN_EMAIL and ADMIN_PASSWORD; a missing password is generated. */
export const ensureAdministrator = (clients: Clients, email: string, password?: string): Promise<FirstAccount> =>
  ensureAccount(clients, { email, password, name: 'Администратор', role: 'admin', plan: 'corporate' });

/** The owner of the demo tenant, on the free plan. */
export const ensureDemoOwner = (clients: Clients, email: string, password?: string): Promise<FirstAccount> =>
  ensureAccount(clients, { email, password, name: 'Демо-владелец', role: 'customer', plan: 'free' });

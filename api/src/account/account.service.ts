import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { UpdateProfile } from '@ostatok/api/contract/auth.ts';
import { constraintOf, type Db, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Billing } from '../billing/billing.service.ts';
import {
  type AccountRow,
  countReplacement,
  findAccount,
  findAccountByEmail,
  findReplacements,
  insertAccount,
  type NewAccount,
  updateAccount,
} from './account.queries.ts';

export type Account = AccountRow;

export function toUser(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    email_verified: account.email_verified,
    name: account.name,
    company_name: account.company_name,
    phone: account.phone,
    role: account.role,
    status: account.status,
    plan:
      account.plan_name === null
        ? null
        : { name: account.plan_name, displayName: account.plan_display_name ?? account.plan_name },
    providers: account.providers,
    has_password: account.password_hash !== null,
    consent_withdrawn_at: account.consent_withdrawn_at?.toISOString() ?? null,
    created_at: account.created_at.toISOString(),
  };
}

export function createAccounts({ db, billing }: { db: Knex; billing: Billing }) {
  async function get(id: number, reader: Db = db): Promise<Account> {
    const account = await findAccount(reader, id);
    if (!account) throw new NotFound('Пользователь не найден', 'user_not_found');
    return account;
  }

  return {
    get,
    findByEmail: (email: string, reader: Db = db): Promise<Account | undefined> => findAccountByEmail(reader, email),

    /** The account and its subscription, in the caller's transaction. Throws Conflict when the address is taken. */
    async create(trx: Knex.Transaction, account: NewAccount, planName?: string): Promise<Account> {
      const id = await insertAccount(trx, account).catch((error) => {
        if (constraintOf(error) !== 'users_email_key') throw error;
        const taken = 'Пользователь с таким email уже зарегистрирован';
        throw new Conflict('email_taken', taken, { email: taken });
      });
      await billing.subscribe(trx, id, planName);
      return get(id, trx);
    },

    async updateProfile(id: number, input: UpdateProfile): Promise<Account> {
      const changes = {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.company_name !== undefined && { company_name: input.company_name || null }),
        ...(input.phone !== undefined && { phone: input.phone || null }),
      };
      await updateAccount(db, id, changes);
      return get(id);
    },

    /** `null` removes the password; the user can set a new one through password recovery. */
    setPassword: (trx: Knex.Transaction, id: number, passwordHash: string | null): Promise<void> =>
      updateAccount(trx, id, { password_hash: passwordHash, weak_password: false }),

    /** For a new password that is set without the previous one: guesses at that one no longer count. */
    async replacePassword(trx: Knex.Transaction, id: number, passwordHash: string): Promise<void> {
      await updateAccount(trx, id, { password_hash: passwordHash, weak_password: false });
      await countReplacement(trx, id);
    },

    /** How many times the password of this address was replaced in that way; 0 also when there is no such account. */
    replacementsOf: (email: string): Promise<number> => findReplacements(db, email),

    /** Runs in the transaction that also ends the sessions of a blocked user. */
    setStatus: (trx: Knex.Transaction, id: number, status: Account['status']): Promise<void> =>
      updateAccount(trx, id, { status }),

    markWeak: (id: number, weak: boolean): Promise<void> => updateAccount(db, id, { weak_password: weak }),

    markVerified: (trx: Knex.Transaction, id: number): Promise<void> =>
      updateAccount(trx, id, { email_verified: true }),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;

import type { ProviderName, UserRole } from '@ostatok/api/contract/auth.ts';
import type { Db } from '@ostatok/kit/node/db.ts';

export interface AccountRow {
  id: number;
  email: string;
  email_verified: boolean;
  /** Null for users who sign in only through a provider. */
  password_hash: string | null;
  name: string;
  company_name: string | null;
  phone: string | null;
  role: UserRole;
  status: 'active' | 'blocked';
  /** True when an administrator's password did not meet the password rules at the last sign-in. */
  weak_password: boolean;
  created_at: Date;
  /** After this moment the user gets only the letters that the service cannot work without. */
  consent_withdrawn_at: Date | null;
  plan_name: string | null;
  plan_display_name: string | null;
  providers: ProviderName[];
}

const accounts = (db: Db) =>
  db('users')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .whereNull('users.deleted_at')
    .select(
      'users.id',
      'users.email',
      'users.email_verified',
      'users.password_hash',
      'users.name',
      'users.company_name',
      'users.phone',
      'users.role',
      'users.status',
      'users.weak_password',
      'users.created_at',
      'users.consent_withdrawn_at',
      'plans.name as plan_name',
      'plans.display_name as plan_display_name',
      db.raw('array(select provider from identities where user_id = users.id order by created_at) as providers'),
    );

export const findAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  accounts(db).where('users.id', id).first();

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  accounts(db).where('users.email', email).first();

export interface NewAccount {
  email: string;
  password_hash: string | null;
  name: string;
  company_name?: string | null;
  role?: UserRole;
  email_verified?: boolean;
  /** Consent to the terms and the privacy policy. Accounts created by a script have none. */
  consent_at?: Date;
}

/** Throws PostgreSQL's unique violation on `users_email_key` when the address is taken. */
export async function insertAccount(db: Db, account: NewAccount): Promise<number> {
  const [row] = await db('users').insert(account).returning('id');
  return row.id;
}

type Changeable = Pick<
  AccountRow,
  'name' | 'company_name' | 'phone' | 'password_hash' | 'email_verified' | 'status' | 'weak_password'
>;

export async function updateAccount(db: Db, id: number, changes: Partial<Changeable>): Promise<void> {
  await db('users')
    .where({ id })
    .whereNull('deleted_at')
    .update({ ...changes, updated_at: db.fn.now() });
}

export async function countReplacement(db: Db, id: number): Promise<void> {
  await db('users').where({ id }).increment('password_replacements', 1);
}

export async function findReplacements(db: Db, email: string): Promise<number> {
  const row = await db('users').where({ email }).whereNull('deleted_at').first('password_replacements');
  return row?.password_replacements ?? 0;
}

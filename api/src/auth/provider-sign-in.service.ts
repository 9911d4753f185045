import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import { plainNameFrom } from '@ostatok/api/contract/plain-names.ts';
import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, Forbidden } from '@ostatok/kit/node/errors.ts';
import type { Account, Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Attempts } from './attempts.ts';
import type { Factors } from './factors.service.ts';
import { findIdentity, insertIdentity, touchIdentity } from './identities.queries.ts';
import type { Links } from './links.service.ts';
import { type ProviderPerson, titleOf } from './providers/provider.ts';
import { blocked } from './session-errors.ts';
import type { Sessions } from './sessions.service.ts';
import { createWelcome } from './welcome.ts';

interface ProviderSignInOptions {
  db: Knex;
  accounts: Accounts;
  sessions: Sessions;
  attempts: Attempts;
  mail: Mail;
  activity: Activity;
  factors: Pick<Factors, 'drop'>;
  links: Pick<Links, 'void'>;
  publicUrl: string;
  now?: () => Date;
}

/** The name for a user whose name at the provider may not be used in letters. */
const NAMELESS = 'Без имени';

const noAddress = (provider: ProviderName): Forbidden =>
  new Forbidden(
    'no_verified_email',
    `Нет подтверждённого адреса почты. Подтвердите его в профиле ${provider === 'yandex' ? 'Яндекса' : 'GitHub'} или войдите по паролю`,
  );
const otherLinked = (): Conflict =>
  new Conflict(
    'other_identity',
    'К учётной записи с этим адресом привязан другой профиль. Войдите через него или по паролю',
  );
const deleted = (): Forbidden =>
  new Forbidden('account_deleted', 'Учётная запись удалена. Напишите в поддержку, если это ошибка');

/** A concurrent request has created the account or the link; a second attempt finds it. */
const isRace = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'email_taken') ||
  constraintOf(error) === 'identities_provider_subject_unique';

interface ProviderSignInDeps extends ProviderSignInOptions {
  now: () => Date;
  welcome: ReturnType<typeof createWelcome>;
}

const note = (
  { activity }: ProviderSignInDeps,
  trx: Knex.Transaction,
  userId: number,
  action: ActivityAction,
  description: string,
  ip: string,
) => activity.record(trx, { actorId: userId, action, description, target: `user:${userId}`, ip });

async function link(
  { now }: ProviderSignInDeps,
  trx: Knex.Transaction,
  userId: number,
  person: ProviderPerson,
): Promise<void> {
  const { provider, subject, email } = person;
  const at = now();
  const row = { id: randomUUID(), user_id: userId, provider, subject, email, created_at: at, used_at: at };
  await insertIdentity(trx, row).catch((error) => {
    if (constraintOf(error) === 'identities_user_id_provider_unique') throw otherLinked();
    throw error;
  });
}

async function register(
  deps: ProviderSignInDeps,
  trx: Knex.Transaction,
  email: string,
  person: ProviderPerson,
  ip: string,
): Promise<number> {
  const name = plainNameFrom(person.name.slice(0, 100)) || NAMELESS;
  const account = await deps.accounts.create(trx, {
    email,
    name,
    password_hash: null,
    email_verified: true,
    consent_at: deps.now(),
  });
  await link(deps, trx, account.id, person);
  await note(deps, trx, account.id, 'user.registered', `Зарегистрирован пользователь ${email}`, ip);
  await deps.welcome(trx, account);
  return account.id;
}

/**
 * The address was unverified until the provider vouched for this user. Another person may have registered it, knows
 * the password and may be signed in, so the password and all sessions end here.
 */
async function takeOver(deps: ProviderSignInDeps, trx: Knex.Transaction, account: Account, ip: string): Promise<void> {
  await deps.sessions.endAll(trx, account.id);
  await deps.accounts.setPassword(trx, account.id, null);
  await deps.factors.drop(trx, account.id);
  await deps.links.void(trx, account.id, ['reset_password', 'verify_email']);
  await deps.accounts.markVerified(trx, account.id);
  await note(
    deps,
    trx,
    account.id,
    'user.password_voided',
    'Адрес подтверждён входом через сервис, прежний пароль снят',
    ip,
  );
  await deps.welcome(trx, account);
}

async function userIdOf(
  deps: ProviderSignInDeps,
  trx: Knex.Transaction,
  person: ProviderPerson,
  ip: string,
): Promise<number> {
  const known = await findIdentity(trx, person.provider, person.subject);
  if (known) {
    await touchIdentity(trx, known.id, { email: person.email, used_at: deps.now() });
    return known.user_id;
  }
  if (!person.email) throw noAddress(person.provider);
  const account = await deps.accounts.findByEmail(person.email, trx);
  if (!account) return register(deps, trx, person.email, person, ip);
  if (account.status === 'blocked') throw blocked();
  await link(deps, trx, account.id, person);
  if (!account.email_verified) await takeOver(deps, trx, account, ip);
  await note(deps, trx, account.id, 'user.provider_linked', `Добавлен вход через ${titleOf[person.provider]}`, ip);
  return account.id;
}

const attempt = (deps: ProviderSignInDeps, person: ProviderPerson, ip: string): Promise<Account> =>
  deps.db.transaction(async (trx) => {
    const userId = await userIdOf(deps, trx, person, ip);
    const account = await deps.accounts.get(userId, trx).catch((error) => {
      throw error instanceof AppError ? deleted() : error;
    });
    if (account.status === 'blocked') throw blocked();
    return account;
  });

/**
 * Throws errors whose messages the user can read: blocked, deleted, no verified address, another identity linked.
 */
async function identify(deps: ProviderSignInDeps, person: ProviderPerson, ip: string): Promise<Account> {
  const account = await attempt(deps, person, ip).catch((error) => {
    if (isRace(error)) return attempt(deps, person, ip);
    throw error;
  });
  deps.sessions.forget(account.id);
  return account;
}

/**
 * Finds or creates the account for an identity that a provider has verified; decision 19 says which account it belongs
 * to.
 */
export function createProviderSignIn({ now = () => new Date(), ...clients }: ProviderSignInOptions) {
  const deps: ProviderSignInDeps = { ...clients, now, welcome: createWelcome(clients) };
  const { attempts } = deps;

  return {
    /** Counts an attempt before the provider is called, because each attempt costs calls to it. Throws TooMany. */
    admit: (ip: string): Promise<void> => attempts.count({ providerAddress: networkOf(ip) }),

    identify: (person: ProviderPerson, ip: string) => identify(deps, person, ip),
  };
}
export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

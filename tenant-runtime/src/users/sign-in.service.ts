import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, TooMany, Unauthorized } from '@ostatok/kit/node/errors.ts';
import { createFairLimit } from '@ostatok/kit/node/fair-limit.ts';
import { createReplacements, createSignInLimits, signInLimits } from '@ostatok/kit/node/sign-in-limits.ts';
import type { LoginAnswer } from '../../contract/users.endpoints.ts';
import type { ChangePassword, Login } from '../../contract/users.ts';
import type { Caller, Origin } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { plainUsername, type Sessions } from '../sessions/sessions.service.ts';
import { requireUnguessable } from './password-rules.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { findUserByUsername, updatePassword } from './users.queries.ts';

/** Comparing a password occupies a whole processor, and a tenant has only a share of one. */
const AT_ONCE = 1;
const MAY_WAIT = 24;

export interface Visit extends Origin {
  /** Set if the browser has signed in to this account before. */
  deviceId?: string | undefined;
}

/** Signs users in by password, and lets them change their own. */
export function createSignIn({
  db,
  sessions,
  security,
  onSignedOut,
  onEnded,
}: {
  db: Knex;
  sessions: Sessions;
  security: Pick<SecurityLog, 'note' | 'record'>;
  /** Called when all earlier sign-ins of the user have ended. */
  onSignedOut: (userId: number) => void;
  /** Called when one sign-in has ended. */
  onEnded: (sessionId: string) => void;
}) {
  const attempts = createAttempts({ ...signInLimits, password: { points: 10, duration: 15 * 60 } });
  const replacements = createReplacements();
  const limits = createSignInLimits(attempts, replacements.of);
  const limit = createFairLimit({ atOnce: AT_ONCE, mayWait: MAY_WAIT });

  async function requireOld(caller: Caller, key: string, password: string, from: Origin): Promise<void> {
    await attempts.count({ password: key });
    const matches = await limit({ key, known: true }, async () => {
      const user = await findUserByUsername(db, caller.username);
      return passwordMatches(password, user?.password_hash);
    }).catch(async (error) => {
      await attempts.forgive({ password: key });
      throw error;
    });
    if (!matches) {
      security.note({ event: 'password.refused', userId: caller.id, ...from });
      const text = 'Неверный текущий пароль';
      throw new InvalidInput(text, { oldPassword: text }, 'invalid_old_password');
    }
    await attempts.forget({ password: key });
  }

  return {
    /** Forgets failed attempts after an administrator has reset the password of this login. */
    forgetAttempts: replacements.add,

    /** Throws Unauthorized, TooMany, Unavailable. */
    async login({ username, password }: Login, { deviceId, ...from }: Visit): Promise<LoginAnswer> {
      const name = plainUsername(username);
      const counted = await limits.count({ account: name, ip: from.ip ?? '', deviceId }).catch((error) => {
        if (error instanceof TooMany) security.note({ event: 'login.limited', typed: name, ...from });
        throw error;
      });
      const visitor = { key: deviceId ?? networkOf(from.ip), known: deviceId !== undefined };
      const { user, right } = await limit(visitor, async () => {
        const found = await findUserByUsername(db, name);
        return { user: found, right: await passwordMatches(password, found?.password_hash) };
      }).catch(async (error) => {
        await limits.forgive(counted);
        throw error;
      });
      if (!user || !right) {
        security.note({ event: 'login.failed', typed: name, ...from });
        throw new Unauthorized('bad_credentials', 'Неверный логин или пароль');
      }
      await limits.forgive(counted);
      const answer = await db.transaction((trx) => sessions.start(trx, user, from.device));
      security.note({ event: 'login.succeeded', userId: user.id, ...from });
      return answer;
    },

    /** Ends the sign-in that either token belongs to, and its open sockets. */
    async logout(
      tokens: { token?: string | undefined; refreshToken?: string | undefined },
      from: Origin,
    ): Promise<void> {
      const ended = await sessions.end(tokens);
      if (!ended) return;
      onEnded(ended.id);
      security.note({ event: 'session.ended', userId: ended.user_id, ...from });
    },

    /** Ends every sign-in of the caller; the answer is a new one. Throws InvalidInput, TooMany, Unavailable. */
    async changePassword(
      caller: Caller,
      input: ChangePassword,
      { token, ...from }: Origin & { token: string },
    ): Promise<LoginAnswer> {
      await requireOld(caller, (await sessions.sessionOf(token)) ?? `user:${caller.id}`, input.oldPassword, from);
      await requireUnguessable('newPassword', input.newPassword, [caller.username, caller.name]);
      const hash = await limit({ key: String(caller.id), known: true }, () => hashPassword(input.newPassword));
      const answer = await db.transaction(async (trx) => {
        const user = await updatePassword(trx, caller.id, hash);
        if (!user) throw new Unauthorized();
        await security.record(trx, { event: 'password.changed', userId: caller.id, ...from });
        return sessions.start(trx, user, from.device);
      });
      onSignedOut(caller.id);
      return answer;
    },
  };
}
export type SignIn = ReturnType<typeof createSignIn>;

import { availableParallelism } from 'node:os';
import { compare, hash } from '@node-rs/bcrypt';
import { createFairLimit, type FairLimit, type Visitor } from '@ostatok/kit/node/fair-limit.ts';

const ROUNDS = 10;
/** About three seconds of waiting if one comparison takes 60 ms. */
const WAITING_PER_PROCESSOR = 48;
export const hashPassword = (password: string, cost = ROUNDS): Promise<string> => hash(password, { cost });

/** Leaves one processor free, and one thread of libuv's pool, which hashing shares with files and DNS. */
function defaultLimit(): FairLimit {
  const atOnce = Math.max(1, Math.min(availableParallelism() - 1, 3));
  return createFairLimit({ atOnce, mayWait: WAITING_PER_PROCESSOR * atOnce });
}

/** Hashes and compares passwords under one concurrency limit. Both throw Unavailable at once when too many wait. */
export function createPasswords(limit: FairLimit = defaultLimit(), isSame: typeof compare = compare, cost = ROUNDS) {
  /** The hash of an unknown password: refusing an unknown address takes as long as refusing a wrong password. */
  let nobody: Promise<string> | undefined;

  async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
    nobody ??= hashPassword(crypto.randomUUID(), cost);
    const same = await isSame(password, stored ?? (await nobody));
    return same && typeof stored === 'string';
  }

  return {
    hash: (password: string, visitor: Visitor): Promise<string> => limit(visitor, () => hashPassword(password, cost)),

    /**
     * Throws Unavailable while too many wait. Asked before an attempt is counted: what is turned away counts against
     * nobody, and costs the database nothing.
     */
    requireRoom: limit.requireRoom,

    /**
     * Reads the account only after the limit has let the call in, so that a rejected flood costs the database nothing.
     */
    check: <T extends { password_hash: string | null } | undefined>(
      password: string,
      find: () => Promise<T>,
      visitor: Visitor,
    ): Promise<{ account: T; right: boolean }> =>
      limit(visitor, async () => {
        const account = await find();
        return { account, right: await isPassword(password, account?.password_hash) };
      }),
  };
}
export type Passwords = ReturnType<typeof createPasswords>;

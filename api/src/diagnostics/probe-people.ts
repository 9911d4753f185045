import { randomBytes } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Passwords } from '../auth/passwords.ts';
import { deleteProbe, listProbes } from './diagnostics.queries.ts';

/** .invalid is a reserved domain: no letter can reach anybody there. */
const DOMAIN = 'checks.invalid';
/** Leftovers older than this belong to no check that still runs. */
export const ABANDONED_MS = 10 * 60_000;

export interface Probe {
  id: number;
  email: string;
  password: string;
}

interface ProbeDeps {
  db: Knex;
  accounts: Pick<Accounts, 'create'>;
  passwords: Pick<Passwords, 'hash'>;
  /** Removes its database, files and row, whatever state it is in. */
  removeVenue: (id: string) => Promise<void>;
}

/** Creates temporary accounts for checks: they get no letters and leave no activity. */
export function createProbePeople({ db, accounts, passwords, removeVenue }: ProbeDeps) {
  async function remove(id: number, venues: string[]): Promise<void> {
    for (const venue of venues) await removeVenue(venue);
    await db.transaction((trx) => deleteProbe(trx, id));
  }

  async function make(role: 'admin' | 'customer'): Promise<Probe> {
    const password = randomBytes(18).toString('base64url');
    const email = `check-${randomBytes(8).toString('hex')}@${DOMAIN}`;
    const password_hash = await passwords.hash(password, { key: 'diagnostics' });
    const person = { email, password_hash, name: 'Проверка системы', role, email_verified: true };
    const { id } = await db.transaction((trx) => accounts.create(trx, person));
    return { id, email, password };
  }

  return {
    /** Runs `work` with a temporary account and removes it afterwards with its tenants, even when `work` fails. */
    async with<T>(role: 'admin' | 'customer', work: (probe: Probe) => Promise<T>): Promise<T> {
      const probe = await make(role);
      try {
        return await work(probe);
      } finally {
        const [left] = (await listProbes(db, DOMAIN)).filter(({ id }) => id === probe.id);
        await remove(probe.id, left?.venues ?? []);
      }
    },
    /** Removes accounts that checks of dead processes have left, if they are that old; returns how many. */
    async sweep(olderThanMs = ABANDONED_MS): Promise<number> {
      const left = (await listProbes(db, DOMAIN)).filter(({ age }) => age >= olderThanMs);
      for (const { id, venues } of left) await remove(id, venues);
      return left.length;
    },
  };
}
export type ProbePeople = ReturnType<typeof createProbePeople>;

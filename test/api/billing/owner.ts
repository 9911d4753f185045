import { randomBytes } from 'node:crypto';
import { createActivity } from '@ostatok/api/src/activity/activity.service.ts';
import { type BillingOptions, createBilling } from '@ostatok/api/src/billing/billing.service.ts';
import type { BillingLetters } from '@ostatok/api/src/billing/letters.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import type { ExecutionContext } from 'ava';
import { createDatabase } from '../../support/database/postgres.ts';
import { createFakeProvider } from './fake-provider.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A clock that stands until a test moves it. */
export function createFixedClock(start: Date = new Date('2027-01-10T09:00:00Z')) {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    pass: (ms: number): void => {
      at += ms;
    },
    set: (iso: string): void => {
      at = Date.parse(iso);
    },
  };
}

async function openDatabase(max = 10): Promise<{ db: Knex; close: () => Promise<void> }> {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max });
  return {
    db,
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}

/** A new owner's account, without a subscription yet. */
export async function insertOwner(db: Knex, at: Date): Promise<{ id: number; email: string }> {
  const email = `owner-${randomBytes(6).toString('hex')}@bar.example`;
  const [row] = await db('users').insert({ email, name: 'Анна', created_at: at }).returning('id');
  return { id: row.id, email };
}

export interface ShopOptions extends Partial<BillingOptions> {
  start?: Date;
}

/** Billing over a database of its own, a fixed clock and a provider in memory, with one owner on the free plan. */
export async function openShop(t: ExecutionContext, { start, ...options }: ShopOptions = {}) {
  const { db, close } = await openDatabase();
  t.teardown(close);
  const clock = createFixedClock(start);
  const bank = createFakeProvider();
  const letters: { letter: keyof BillingLetters; data: Record<string, unknown> }[] = [];
  const keep =
    (letter: keyof BillingLetters) =>
    async (_trx: Knex.Transaction, _to: unknown, data: object): Promise<void> => {
      letters.push({ letter, data: { ...data } });
    };
  const changed: number[] = [];
  const billing = createBilling({
    db,
    now: clock.now,
    provider: bank.provider,
    publicUrl: 'http://localhost:3000',
    activity: createActivity({ db }),
    letters: {
      receipt: keep('receipt'),
      expiryWarning: keep('expiryWarning'),
      comingCharge: keep('comingCharge'),
      priceRise: keep('priceRise'),
      paymentFailed: keep('paymentFailed'),
      suspended: keep('suspended'),
    },
    onChanged: (userId) => void changed.push(userId),
    ...options,
  });
  const owner = await insertOwner(db, clock.now());
  await billing.subscribe(db, owner.id);
  const plans = await db('plans').select('id', 'name');
  const planId = (name: string): number => plans.find((plan) => plan.name === name)?.id ?? 0;

  return {
    db,
    clock,
    bank,
    letters,
    changed,
    billing,
    owner,
    planId,
    choice: (name: string, billingPeriod: 'monthly' | 'yearly' = 'monthly') => ({
      planId: planId(name),
      billingPeriod,
    }),
    subscription: () => billing.subscriptionOf(owner.id),
    /** Chooses the plan and pays for it on the provider's page. */
    async pay(name: string, billingPeriod: 'monthly' | 'yearly' = 'monthly'): Promise<string> {
      const { paymentId } = await billing.createPayment(owner.id, { planId: planId(name), billingPeriod });
      if (!paymentId) throw new Error('there was nothing to pay');
      bank.finish(bank.ofOrder(paymentId)?.id ?? '');
      await billing.settlePayment(paymentId);
      return paymentId;
    },
    ledger: (): Promise<{ kind: string; amount: number }[]> =>
      db('billing_ledger').where({ user_id: owner.id }).orderBy('id').select('kind', 'amount'),
    balance: async (): Promise<number> =>
      Number((await db('billing_ledger').where({ user_id: owner.id }).sum('amount as sum').first())?.sum ?? 0),
    events: (): Promise<string[]> => db('billing_events').where({ user_id: owner.id }).orderBy('id').pluck('event'),
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

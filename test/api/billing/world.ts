import { createBilling } from '@ostatok/api/src/billing/billing.service.ts';
import { ProviderUnavailable } from '@ostatok/api/src/billing/providers/provider.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { createFakeProvider, Killed, type Line } from './fake-provider.ts';
import { createFixedClock, DAY, HOUR, insertOwner } from './owner.ts';

type Period = 'monthly' | 'yearly';

/** Events that can happen to an owner's billing; numbers choose among the existing objects. */
export type Happening =
  | { do: 'change' | 'pay'; plan: number; period: Period; clicks: number; other?: number }
  | { do: 'payer'; nth: number; status: 'succeeded' | 'canceled' }
  | { do: 'webhook'; nth: number; copies: number }
  | { do: 'cancel' | 'undo' | 'reconcile' | 'refunds' | 'made' | 'archive'; copies: number }
  | { do: 'clock'; hours: number; jobs: number }
  | { do: 'line'; line: Line }
  | { do: 'charges'; become: 'succeeded' | 'pending' | 'insufficient_funds' | 'permission_revoked' }
  | { do: 'refunding'; become: 'succeeded' | 'pending' | 'canceled' | 'refused' }
  | { do: 'saves'; methods: boolean }
  | { do: 'grant' | 'extend' | 'set'; plan: number; days: number }
  | { do: 'abandon'; nth: number; copies: number }
  | { do: 'card' | 'forget'; copies: number }
  | { do: 'goodwill'; nth: number; share: number }
  | { do: 'price'; plan: number; roubles: number };

const PLANS = ['free', 'starter', 'professional', 'corporate'];

/**
 * Accepts the possible outcomes of an action: success, a rejection with a message, a lost connection or a dead process.
 * Anything else is a bug of ours.
 */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError || error instanceof ProviderUnavailable || error instanceof Killed)) throw error;
  }
}
/** Waits for all of them, even if one fails: unfinished ones would show a partial state. */
async function atOnce(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, nth) => attempt(() => work(nth))));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

interface Plan {
  id: number;
  name: string;
}

interface Ground {
  db: Knex;
  clock: ReturnType<typeof createFixedClock>;
  bank: ReturnType<typeof createFakeProvider>;
  billing: ReturnType<typeof createBilling>;
  owner: { id: number };
  administrator: { id: number };
  plans: Plan[];
}

type Handlers = { [K in Happening['do']]: (event: Extract<Happening, { do: K }>) => Promise<unknown> };

function handlersOf({ db, clock, bank, billing, owner, administrator, plans }: Ground): Handlers {
  const planOf = (nth: number): number => plans.find(({ name }) => name === PLANS[nth % PLANS.length])?.id ?? 0;
  const held = (nth: number) => {
    const all = bank.payments();
    return all.length > 0 ? all[nth % all.length] : undefined;
  };

  return {
    change: ({ plan, period, clicks, other }) =>
      atOnce(clicks, (nth) => {
        const planId = planOf(nth > 0 && other !== undefined ? other : plan);
        return billing.changePlan(owner.id, { planId, billingPeriod: period });
      }),
    pay: ({ plan, period, clicks, other }) =>
      atOnce(clicks, (nth) => {
        const planId = planOf(nth > 0 && other !== undefined ? other : plan);
        return billing.createPayment(owner.id, { planId, billingPeriod: period });
      }),
    payer: async ({ nth, status }) => bank.finish(held(nth)?.id ?? '', status),
    webhook: async ({ nth, copies }) => {
      const payment = held(nth);
      if (payment) await atOnce(copies, () => billing.settleByProvider(payment.id, payment.orderId ?? undefined));
    },
    abandon: async ({ nth, copies }) => {
      const id = held(nth)?.orderId;
      if (id) await atOnce(copies, () => billing.abandonPayment(owner.id, id));
    },
    card: ({ copies }) => atOnce(copies, () => billing.replaceCard(owner.id)),
    forget: ({ copies }) => atOnce(copies, () => billing.removeCard(owner.id)),
    cancel: ({ copies }) => atOnce(copies, () => billing.cancel(owner.id)),
    undo: ({ copies }) => atOnce(copies, () => billing.cancelScheduled(owner.id)),
    reconcile: ({ copies }) => atOnce(copies, billing.reconcile),
    refunds: ({ copies }) => atOnce(copies, billing.runRefunds),
    made: async () => bank.finishRefunds(),
    archive: async () =>
      db('plans')
        .where({ name: 'starter' })
        .update({ is_archived: db.raw('not is_archived') }),
    clock: ({ hours, jobs }) => {
      clock.pass(hours * HOUR);
      return atOnce(jobs, billing.runDue);
    },
    line: async ({ line }) => Object.assign(bank.state, { line }),
    charges: async ({ become }) => Object.assign(bank.state, { charges: become }),
    refunding: async ({ become }) => Object.assign(bank.state, { refunds: become }),
    saves: async ({ methods }) => Object.assign(bank.state, { savesMethods: methods }),
    grant: ({ plan, days }) => attempt(() => billing.grant(administrator.id, owner.id, { planId: planOf(plan), days })),
    extend: ({ days }) => attempt(() => billing.extend(administrator.id, owner.id, days)),
    set: ({ plan }) => attempt(() => billing.setPlan(administrator.id, owner.id, planOf(plan))),
    goodwill: async ({ nth, share }) => {
      const payments = await db('payments').where({ user_id: owner.id }).orderBy('created_at').select('id', 'amount');
      const payment = payments[nth % Math.max(1, payments.length)];
      if (payment)
        await attempt(() => billing.refundPayment(payment.id, Math.ceil(payment.amount * share), 'Извинение'));
    },
    price: async ({ plan, roubles }) =>
      db('plans')
        .where({ id: planOf(1 + (plan % 2)) })
        .update({ price_monthly: roubles * 100, price_yearly: roubles * 1000 }),
  };
}

/** One owner, to whom events happen; several worlds use one database, one after another. */
export async function createWorld(db: Knex, start: Date) {
  const clock = createFixedClock(start);
  const bank = createFakeProvider();
  const mistakes: unknown[] = [];
  const note = (fields: { err: unknown }): void => {
    const known = fields.err instanceof ProviderUnavailable || fields.err instanceof Killed;
    if (!known && fields.err !== undefined) mistakes.push(fields.err);
  };
  const billing = createBilling({
    db,
    now: clock.now,
    provider: bank.provider,
    publicUrl: 'http://localhost',
    log: { error: note, warn: note } as never,
  });
  const owner = await insertOwner(db, clock.now());
  await billing.subscribe(db, owner.id);
  const administrator = await insertOwner(db, clock.now());
  const plans: Plan[] = await db('plans').select('id', 'name');
  const handlers = handlersOf({ db, clock, bank, billing, owner, administrator, plans });

  return {
    db,
    clock,
    bank,
    billing,
    owner,
    mistakes,
    happen: (event: Happening): Promise<unknown> => handlers[event.do](event as never),

    /** Lets everything finish: the connection is up, every webhook arrives, every job runs. */
    async calm(): Promise<void> {
      Object.assign(bank.state, { line: 'up', charges: 'succeeded', refunds: 'succeeded' });
      for (const { id, orderId } of bank.payments()) await billing.settleByProvider(id, orderId ?? undefined);
      for (let round = 0; round < 3; round += 1) {
        clock.pass(7 * HOUR);
        bank.finishRefunds();
        await billing.reconcile();
        await billing.runRefunds();
      }
      for (const { id, orderId } of bank.payments()) await billing.settleByProvider(id, orderId ?? undefined);
      clock.pass(DAY / 4 + HOUR);
      await billing.runRefunds();
    },

    /** Removes everything that the next world's jobs would find. */
    async end(): Promise<void> {
      await db('subscriptions').where({ user_id: owner.id }).delete();
      await db('payments').where({ user_id: owner.id, status: 'pending' }).update({ status: 'canceled' });
      await db('refunds').where({ status: 'pending' }).update({ status: 'canceled' });
      await db('plans')
        .where({ name: 'starter' })
        .update({ is_archived: false, price_monthly: 99_000, price_yearly: 990_000 });
      await db('plans').where({ name: 'professional' }).update({ price_monthly: 199_000, price_yearly: 1_990_000 });
    },
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';

/** Inserts a successful payment with its refund, period and ledger entries; returns its id. */
export async function pay(db: Knex, userId: number, email: string, at: Date): Promise<string> {
  const [id, refundId, periodId] = [randomUUID(), randomUUID(), randomUUID()];
  const plan_id = db('plans').where({ name: 'professional' }).select('id');
  const bought = { user_id: userId, plan_id, billing_period: 'monthly', price: 199_000, created_at: at };
  await db('payments').insert({
    ...bought,
    id,
    payer_email: email,
    kind: 'purchase',
    amount: 199_000,
    description: 'Тариф «Профессиональный»',
    status: 'succeeded',
    outcome: 'applied',
    provider: 'mock',
    provider_payment_id: `mock-${id}`,
    idempotence_key: randomUUID(),
    settled_at: at,
  });
  await db('refunds').insert({
    id: refundId,
    payment_id: id,
    amount: 50_000,
    reason: 'Сервис не работал',
    idempotence_key: randomUUID(),
    status: 'succeeded',
    next_attempt_at: at,
    created_at: at,
    settled_at: at,
  });
  const ends_at = new Date(at.getTime() + 30 * 86_400_000);
  await db('subscription_periods').insert({
    ...bought,
    id: periodId,
    kind: 'purchase',
    anchor_day: 1,
    starts_at: at,
    ends_at,
  });
  await db('billing_ledger').insert([
    { user_id: userId, at, kind: 'payment', amount: 199_000, payment_id: id },
    { user_id: userId, at, kind: 'period', amount: -199_000, period_id: periodId },
    { user_id: userId, at, kind: 'compensation', amount: 50_000, refund_id: refundId },
    { user_id: userId, at, kind: 'refund', amount: -50_000, refund_id: refundId },
  ]);
  await db('billing_events').insert({
    user_id: userId,
    at,
    event: 'purchased',
    from_state: 'free',
    to_state: 'active',
  });
  await db('billing_notices').insert({ user_id: userId, at, kind: 'warning', about: periodId });
  return id;
}

export async function saveCard(db: Knex, userId: number, at: Date): Promise<string> {
  const id = randomUUID();
  const provider_method_id = `card-secret-${id}`;
  const card = { user_id: userId, provider: 'mock', provider_method_id, title: 'Bank card *4477', created_at: at };
  await db('payment_methods').insert({ ...card, id });
  await db('subscriptions').where({ user_id: userId }).update({ auto_renew: true, payment_method_id: id });
  return id;
}

export async function linkIdentity(db: Knex, userId: number, email: string, at: Date): Promise<void> {
  const identity = { provider: 'github', subject: `subject-${userId}`, email, created_at: at, used_at: at };
  await db('identities').insert({ id: randomUUID(), user_id: userId, ...identity });
  await db('totp_factors').insert({
    id: randomUUID(),
    user_id: userId,
    secret_sealed: `sealed-${randomUUID()}`,
    created_at: at,
  });
  const key = { credential_id: randomUUID(), public_key: Buffer.from('key'), counter: 0, name: 'Телефон' };
  await db('passkeys').insert({ id: randomUUID(), user_id: userId, ...key, created_at: at });
  await db('recovery_codes').insert({ id: randomUUID(), user_id: userId, code_hash: randomUUID(), created_at: at });
  const question = { purpose: 'add_passkey', token_hash: randomUUID(), data: '{}', created_at: at };
  await db('auth_challenges').insert({ id: randomUUID(), user_id: userId, ...question, expires_at: at });
}

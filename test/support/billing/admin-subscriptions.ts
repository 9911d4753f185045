import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import test from 'ava';
import { createFakeProvider } from '../../api/billing/fake-provider.ts';
import { bearer, createTestApi, PASSWORD, type TestApi } from '../platform/api.ts';

export type Person = Awaited<ReturnType<TestApi['signUp']>>;
export const bank = createFakeProvider();
export let api: TestApi;
export let admin: Person;
export let plans: Record<string, number>;

/** Starts the file's API before its tests and stops it after them. */
export function setUpSubscriptions(): void {
  test.before(async () => {
    api = await createTestApi({ payments: () => ({ provider: bank.provider }) });
    admin = await api.signUp('admin');
    // without a confirmed address the account could sign in only for a limited time
    await api.db('users').where({ id: admin.id }).update({ email_verified: true });
    plans = Object.fromEntries((await api.db('plans').select('id', 'name')).map(({ id, name }) => [name, id]));
  });
  test.after.always(() => api?.close());
}

export const post = (path: string, body: object, as: { token: string } = admin) =>
  api.call
    .post(`/api/${path}`)
    .set(...bearer(as))
    .send(body);
/** As an administrator, with an idempotency key. */
export const postOnce = (key: string, path: string, body: object) =>
  post(`admin/${path}`, body).set('idempotency-key', key);
export const get = (path: string) => api.call.get(`/api/admin/${path}`).set(...bearer(admin));
/** Signs in again after more time than a token lives. */
export async function signInAgain(): Promise<void> {
  const { body } = await api.call.post('/api/auth/login').send({ email: admin.email, password: PASSWORD });
  if (!body.token) throw new Error(JSON.stringify(body));
  admin = { ...admin, token: body.token };
}
export const rowOf = async ({ id }: Person): Promise<SubscriptionUser> => (await get(`subscriptions/${id}`)).body.user;
export const historyOf = async ({ id }: Person) => (await get(`subscriptions/${id}/history`)).body.history;

export async function pay(
  person: Person,
  plan: string,
  settle: (held: { amount: number }) => void = () => undefined,
): Promise<string> {
  const { body } = await post('billing/create-payment', { planId: plans[plan], billingPeriod: 'monthly' }, person);
  const held = bank.ofOrder(body.paymentId);
  bank.finish(held?.id ?? '');
  if (held) settle(held);
  await api.billing.settlePayment(body.paymentId);
  return body.paymentId;
}
export async function payer(plan: string): Promise<Person> {
  const person = await api.signUp();
  await pay(person, plan);
  return person;
}

import test from 'ava';
import { createFakeProvider } from '../../api/billing/fake-provider.ts';
import { bearer, createTestApi, type TestApi } from '../platform/api.ts';

export const bank = createFakeProvider();
export let api: TestApi;
export let plans: Record<string, number>;

/** Starts the file's API before its tests and stops it after them. */
export function setUpBillingCalls(): void {
  test.before(async () => {
    api = await createTestApi({ payments: () => ({ provider: bank.provider }) });
    plans = Object.fromEntries((await api.db('plans').select('id', 'name')).map(({ id, name }) => [name, id]));
  });
  test.after.always(() => api.close());
}

type Person = Awaited<ReturnType<TestApi['signUp']>>;
export const post = (person: Person, path: string, body: object = {}) =>
  api.call
    .post(`/api/billing/${path}`)
    .set(...bearer(person))
    .send(body);
export const get = (person: Person, path: string) => api.call.get(`/api/billing/${path}`).set(...bearer(person));
export const change = (person: Person, plan: string, billingPeriod = 'monthly', more: object = {}) =>
  post(person, 'change-plan', { newPlanId: plans[plan], billingPeriod, ...more });
export const subscriptionOf = async (person: Person) => (await get(person, 'subscription')).body.subscription;
export const storedOf = async (person: Person) => (await api.db('payments').where({ user_id: person.id })).length;

export async function pay(person: Person, plan: string, billingPeriod = 'monthly'): Promise<string> {
  const { body } = await post(person, 'create-payment', { planId: plans[plan], billingPeriod });
  bank.finish(bank.ofOrder(body.paymentId)?.id ?? '');
  await api.billing.settlePayment(body.paymentId);
  return body.paymentId;
}
export async function payer(plan: string, billingPeriod = 'monthly'): Promise<Person> {
  const person = await api.signUp();
  await pay(person, plan, billingPeriod);
  return person;
}

import type { PaymentProvider } from '@ostatok/api/src/billing/providers/provider.ts';
import { createYookassa } from '@ostatok/api/src/billing/providers/yookassa.ts';
import test, { type ExecutionContext } from 'ava';
import { startBank } from '../../chaos/bank.ts';
import { type LineState, startOutsideLine } from '../../support/outside/outside-line.ts';
import { bearer, createTestApi, DAY, MINUTE, PASSWORD } from '../../support/platform/api.ts';

const HOUR = 60;
const BEFORE = 20;

type Person = { id: number; email: string; token: string };

/** A platform whose bank is at the other end of a line; the bank's notifications are lost. */
async function startShop(t: ExecutionContext) {
  const bank = await startBank(() => 'http://127.0.0.1:1/');
  t.teardown(bank.stop);
  const line = await startOutsideLine(t, bank.url);
  const providerOf = (timeoutMs: number): PaymentProvider =>
    createYookassa({ shopId: '100500', secretKey: 'test_secret', apiUrl: `${line.url}/v3`, timeoutMs });
  const [patient, hasty] = [providerOf(60_000), providerOf(100)];
  // a silence need not be waited for, an answer is, also on a busy machine
  const by = (): PaymentProvider => (line.state() === 'up' ? patient : hasty);
  const provider: PaymentProvider = {
    name: 'yookassa',
    create: (order) => by().create(order),
    find: (id) => by().find(id),
    refund: (order) => by().refund(order),
    findRefund: (id) => by().findRefund(id),
  };
  const api = await createTestApi({ payments: () => ({ provider }) });
  t.teardown(() => api.close());
  api.clock.hold();
  const { id: planId } = await api.db('plans').where({ name: 'starter' }).first('id');
  /** Presses the button, after a sign-in: none lasts for the whole test. */
  async function press({ email }: Person) {
    await api.db('users').where({ email }).update({ email_verified: true });
    const signedIn = await api.auth.login({ email, password: PASSWORD, rememberMe: false }, '10.0.0.1');
    return api.call
      .post('/api/billing/create-payment')
      .set(...bearer(signedIn as { token: string }))
      .send({ planId, billingPeriod: 'monthly' });
  }
  async function order(person: Person): Promise<string> {
    const { status, body } = await press(person);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.paymentId;
  }
  const paymentsOf = (person: Person) => api.db('payments').where({ user_id: person.id }).orderBy('created_at');
  const periodsOf = (person: Person) => api.db('subscription_periods').where({ user_id: person.id });
  /** What the jobs of a minute do. */
  async function minute(): Promise<void> {
    api.clock.pass(MINUTE);
    await api.billing.runDue();
    await api.billing.reconcile();
    await api.billing.runRefunds();
  }
  return { bank, line, api, press, order, paymentsOf, periodsOf, minute };
}

for (const away of ['refused', 'silent'] satisfies LineState[]) {
  test(`an hour without the bank (${away}): the button says so, few questions are asked, and each order is paid once afterwards`, async (t) => {
    const { bank, line, api, press, order, paymentsOf, periodsOf, minute } = await startShop(t);
    const [renewing, paying, pressing] = [await api.signUp(), await api.signUp(), await api.signUp()];
    const first = await order(renewing);
    bank.approve(first);
    await minute();
    t.is((await periodsOf(renewing)).length, 1);
    api.clock.pass(31 * DAY);
    const paid = await order(paying);
    const waiting = await Promise.all(Array.from({ length: BEFORE }, () => api.signUp()));
    for (const person of waiting) await order(person);
    t.is(api.billing.providerAwaySince(), undefined);

    line.set(away);
    bank.approve(paid);
    const began = api.clock.now();
    for (let passed = 0; passed < HOUR; passed += 1) {
      await minute();
      const { status, body } = await press(pressing);
      t.like(
        { status, ...body },
        {
          status: 503,
          code: 'provider_away',
          error: 'Платёжный сервис не отвечает. Деньги не списаны, повторите через минуту',
        },
      );
    }

    const { tried, asked, mostOpen } = line.seen();
    const questions = away === 'silent' ? asked : tried;
    // a press, and three questions of the look of each minute
    t.true(questions <= 4 * HOUR + BEFORE, `${questions} questions in an hour`);
    t.true(mostOpen <= 4, `${mostOpen} connections at once`);
    t.is(
      (await paymentsOf(pressing)).length,
      2,
      'an order is kept for 50 minutes, however often the button is pressed',
    );
    t.is((await paymentsOf(renewing)).length, 2, 'one charge of the card, however often it was due');
    t.is((await api.billing.subscriptionOf(renewing.id)).status, 'active', 'nobody is dunned for it');
    t.is((await api.db('mails').where({ template: 'payment_failed' })).length, 0);
    const since = api.billing.providerAwaySince();
    t.true(since && since.getTime() - began.getTime() <= 2 * MINUTE, 'administrators are told since when');

    line.set('up');
    bank.approve(await order(pressing));
    t.is(api.billing.providerAwaySince(), undefined);
    for (let passed = 0; passed < 15; passed += 1) await minute();
    for (const [person, periods] of [
      [renewing, 2],
      [paying, 1],
      [pressing, 1],
    ] as const) {
      const payments = await paymentsOf(person);
      t.is(payments.filter(({ status }) => status === 'succeeded').length, periods);
      t.true(
        payments.every((one) => one.provider_payment_id),
        'each is known to the bank',
      );
      t.is((await periodsOf(person)).length, periods);
    }
    t.is(new Set(bank.paid()).size, bank.paid().length, 'no order was paid twice');
    t.is(bank.paid().length, 4);
  });
}

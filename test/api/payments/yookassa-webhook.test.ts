import { ProviderRefused, ProviderUnavailable } from '@ostatok/api/src/billing/providers/provider.ts';
import { webhookLimits, yookassaWebhookRoutes } from '@ostatok/api/src/billing/yookassa-webhook.routes.ts';
import { createYookassaWebhook } from '@ostatok/api/src/billing/yookassa-webhook.service.ts';
import { errorHandler } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import express from 'express';
import supertest from 'supertest';
import { until } from '../../support/run/until.ts';

const log = createLog('test', 'silent');
const PATH = '/api/billing/webhook/yookassa';

/** The webhook over a billing that only records what it is asked to settle. */
function receiver(
  t: ExecutionContext,
  settle: (id: string) => Promise<unknown> = async () => {},
  limits = webhookLimits,
) {
  const settled: string[] = [];
  const recorded = (what: string) => (id: string) => {
    settled.push(`${what} ${id}`);
    return settle(id);
  };
  const billing = { settleByProvider: recorded('payment'), settleRefundByProvider: recorded('refund') };
  const webhook = createYookassaWebhook({ billing, log });
  let arrived = 0;
  const counted: typeof webhook = (notification) => {
    arrived += 1;
    return webhook(notification);
  };
  const app = express();
  app.set('trust proxy', 'loopback');
  app.use(PATH, yookassaWebhookRoutes(counted, limits));
  app.use(errorHandler(log));
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = supertest(server);
  const notify = (event: string, id = 'p-1', more: object = {}) =>
    call.post(PATH).send({ type: 'notification', event, object: { id, status: 'succeeded', ...more } });
  return { settled, call, notify, arrived: () => arrived };
}

for (const [event, expected] of [
  ['payment.succeeded', 'payment p-1'],
  ['payment.canceled', 'payment p-1'],
  ['payment.waiting_for_capture', 'payment p-1'],
  ['refund.succeeded', 'refund p-1'],
] as const) {
  test(`${event} has its object asked about, whatever else it says`, async (t) => {
    const { settled, notify } = receiver(t);

    const { status, body } = await notify(event, 'p-1', { amount: { value: '1000000.00' }, metadata: [] });

    t.deepEqual({ status, body }, { status: 200, body: { success: true } });
    t.deepEqual(settled, [expected]);
  });
}

test('events that are not ours to hear are acknowledged and left alone', async (t) => {
  const { settled, notify } = receiver(t);

  for (const event of ['deal.closed', 'payout.succeeded', 'payment.invented', '__proto__', 'constructor']) {
    t.is((await notify(event)).status, 200, event);
  }

  t.deepEqual(settled, []);
});

const bad: [string, string | object][] = [
  ['nothing', ''],
  ['no JSON', 'event=payment.succeeded'],
  ['half a JSON', '{"event": "payment.succeeded"'],
  ['a list', [{ event: 'payment.succeeded', object: { id: 'p-1' } }]],
  ['a word', '"payment.succeeded"'],
  ['null', 'null'],
  ['no object', { event: 'payment.succeeded' }],
  ['an object that is a list', { event: 'payment.succeeded', object: ['p-1'] }],
  ['an object that is a word', { event: 'payment.succeeded', object: 'p-1' }],
  ['no id', { event: 'payment.succeeded', object: {} }],
  ['an empty id', { event: 'payment.succeeded', object: { id: '' } }],
  ['an id that is a number', { event: 'payment.succeeded', object: { id: 5 } }],
  ['an id that is an object', { event: 'payment.succeeded', object: { id: { $ne: null } } }],
  ['an id without end', { event: 'payment.succeeded', object: { id: 'x'.repeat(65) } }],
  ['no event', { object: { id: 'p-1' } }],
  ['an event that is a list', { event: ['payment.succeeded'], object: { id: 'p-1' } }],
  ['keys that every object has', '{"event": "payment.succeeded", "__proto__": {"x": 1}, "object": {"toString": {}}}'],
  ['nesting without end', `${'{"object":'.repeat(3000)}1${'}'.repeat(3000)}`],
];
for (const [name, body] of bad) {
  test(`a notification is refused: ${name}`, async (t) => {
    const { settled, call } = receiver(t);

    const answer = await call.post(PATH).set('content-type', 'application/json').send(body);

    t.is(answer.status, 400);
    t.like(answer.body, { success: false });
    t.deepEqual(settled, []);
  });
}

test('what kind of text it says it is does not matter; what is too long is not read', async (t) => {
  const { settled, call } = receiver(t);
  const body = JSON.stringify({ event: 'payment.succeeded', object: { id: 'p-1' } });

  t.is((await call.post(PATH).set('content-type', 'text/plain').send(body)).status, 200);
  t.is(
    (
      await call
        .post(PATH)
        .set('content-type', 'application/json')
        .send(body + ' '.repeat(200_000))
    ).status,
    413,
  );

  t.deepEqual(settled, ['payment p-1']);
});

for (const error of [new ProviderUnavailable('away'), new ProviderRefused('forbidden', 'our key is wrong')]) {
  test(`it is to come again when the provider cannot be asked: ${error.name}`, async (t) => {
    const { notify } = receiver(t, () => Promise.reject(error));

    const { status, headers, body } = await notify('payment.succeeded');

    t.is(status, 503);
    t.is(headers['retry-after'], '60');
    t.is(body.code, 'unavailable');
  });
}

test('a mistake of ours is answered so that it comes again, and without detail', async (t) => {
  const { notify } = receiver(t, () => Promise.reject(new Error('column "secret" does not exist')));

  const { status, text } = await notify('payment.succeeded');

  t.is(status, 500);
  t.notRegex(text, /secret/);
});

test('told of one payment over and over, it asks once at a time, and once more for who came meanwhile', async (t) => {
  const waiting: (() => void)[] = [];
  const receiving = receiver(t, () => new Promise<void>((resolve) => void waiting.push(resolve)));
  const { settled } = receiving;
  const notify = (event: string, id?: string) => receiving.notify(event, id).then(({ status }) => status);
  const first = notify('payment.waiting_for_capture');
  await until(() => settled.length === 1, 'the first question');
  const rest = [1, 2, 3, 4, 5].map(() => notify('payment.succeeded'));
  const other = notify('payment.succeeded', 'p-2');
  await until(() => receiving.arrived() === 7, 'all of them');
  t.deepEqual(settled, ['payment p-1', 'payment p-2']);

  waiting[0]?.();
  await until(() => settled.length === 3, 'the second question');
  for (const end of waiting) end();

  t.deepEqual(await Promise.all([first, other, ...rest]), [200, 200, 200, 200, 200, 200, 200]);
  t.deepEqual(settled, ['payment p-1', 'payment p-2', 'payment p-1']);
});

test('a failed question does not stand for the next', async (t) => {
  let away = true;
  const { notify } = receiver(t, async () => {
    if (away) throw new ProviderUnavailable('away');
  });

  t.is((await notify('payment.succeeded')).status, 503);
  away = false;
  t.is((await notify('payment.succeeded')).status, 200);
});

test('who sends without end is slowed down by address', async (t) => {
  const { settled, notify } = receiver(t, undefined, { ...webhookLimits, address: { points: 3, duration: 60 } });

  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => notify('payment.succeeded', 'p-1')));

  t.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 429, 429]);
  t.true(Number(answers.find(({ status }) => status === 429)?.headers['retry-after']) > 0);
  t.true(settled.length <= 3);
});

test('all of one /64 is one who sends without end', async (t) => {
  const { call } = receiver(t, undefined, { ...webhookLimits, address: { points: 2, duration: 60 } });
  const event = { event: 'payment.succeeded', object: { id: 'p-1' } };
  const from = async (address: string) => (await call.post(PATH).set('x-forwarded-for', address).send(event)).status;

  t.deepEqual([await from('2001:db8::1'), await from('2001:db8::2')], [200, 200]);
  t.deepEqual([await from('2001:db8::3'), await from('2001:db8:0:1::1')], [429, 200]);
});

test('a payer cannot have their payment asked about without end, and holds up no other', async (t) => {
  const { settled, notify } = receiver(t);

  const answers = await Promise.all(Array.from({ length: 40 }, () => notify('payment.succeeded', 'p-1')));

  t.is(answers.filter(({ status }) => status === 200).length, webhookLimits.object.points);
  t.is(answers.filter(({ status }) => status === 429).length, 40 - webhookLimits.object.points);
  t.true(settled.length <= webhookLimits.object.points);
  t.is((await notify('payment.succeeded', 'p-2')).status, 200);
});

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Payment {
  id: string;
  status: 'pending' | 'succeeded';
  paid: boolean;
  amount: { value: string; currency: string };
  metadata: { payment_id: string };
  confirmation: { type: 'redirect'; confirmation_url: string };
  payment_method?: { type: 'bank_card'; id: string; saved: true; title: string };
}

interface Order extends Pick<Payment, 'amount' | 'metadata'> {
  /** A saved card is charged without its owner. */
  payment_method_id?: string;
}

async function bodyOf(req: IncomingMessage): Promise<Order> {
  let text = '';
  for await (const part of req) text += part;
  return JSON.parse(text);
}

/** A bank that speaks YooKassa's API v3: one payment for each idempotence key, and notifications until they are taken. */
export async function startBank(notifyUrl: () => string) {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, Payment>();
  let isOver = false;

  const succeed = (payment: Payment, card: string): Payment =>
    Object.assign(payment, {
      status: 'succeeded',
      paid: true,
      payment_method: { type: 'bank_card', id: card, saved: true, title: 'Карта *4477' },
    });

  function approve(orderId: string): Payment {
    const payment = [...payments.values()].find(({ metadata }) => metadata.payment_id === orderId);
    if (!payment) throw new Error(`the bank knows no payment ${orderId}`);
    return succeed(payment, payment.id);
  }

  function create(key: string, { amount, metadata, payment_method_id: card }: Order): Payment {
    const known = byKey.get(key);
    if (known) return known;
    const id = randomUUID();
    const confirmation = { type: 'redirect' as const, confirmation_url: `http://127.0.0.1/pay/${id}` };
    const payment: Payment = { id, status: 'pending', paid: false, amount, metadata, confirmation };
    byKey.set(key, payment);
    payments.set(id, payment);
    return card ? succeed(payment, card) : payment;
  }

  const server = createServer(async (req: IncomingMessage, res: ServerResponse) => {
    const id = /^\/v3\/payments\/([\w-]+)$/.exec(req.url ?? '')?.[1];
    const found = id
      ? payments.get(id)
      : req.method === 'POST' && create(String(req.headers['idempotence-key']), await bodyOf(req));
    res.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(found || { type: 'error', code: 'not_found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The payer pays the platform's order, and the notification is lost. */
    approve: (orderId: string): void => void approve(orderId),
    /** The platform's orders that have been paid, one for each payment. */
    paid: (): string[] => [...payments.values()].filter(({ paid }) => paid).map(({ metadata }) => metadata.payment_id),
    /** The payer pays the platform's order; the bank notifies the platform until it answers 200. */
    async pay(orderId: string): Promise<void> {
      const payment = approve(orderId);
      const body = JSON.stringify({ type: 'notification', event: 'payment.succeeded', object: payment });
      let last = '';
      for (let pause = 200, tries = 0; !isOver && tries < 40; pause = Math.min(pause * 2, 5_000), tries += 1) {
        const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
        last = await fetch(notifyUrl(), request).then(
          async (answer) => (answer.ok ? '' : `${answer.status} ${await answer.text()}`),
          (error: Error) => error.message,
        );
        if (last === '') return;
        await sleep(pause);
      }
      throw new Error(`the notification was never taken: ${last}`);
    },
    stop(): void {
      isOver = true;
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Bank = Awaited<ReturnType<typeof startBank>>;

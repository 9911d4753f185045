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
}

async function bodyOf(req: IncomingMessage): Promise<{ amount: Payment['amount']; metadata: Payment['metadata'] }> {
  let text = '';
  for await (const part of req) text += part;
  return JSON.parse(text);
}

/** A bank that speaks YooKassa's API v3: one payment for each idempotence key, and notifications until they are taken. */
export async function startBank(notifyUrl: () => string) {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, Payment>();
  let isOver = false;

  function create(key: string, { amount, metadata }: Pick<Payment, 'amount' | 'metadata'>): Payment {
    const known = byKey.get(key);
    if (known) return known;
    const id = randomUUID();
    const confirmation = { type: 'redirect' as const, confirmation_url: `http://127.0.0.1/pay/${id}` };
    const payment: Payment = { id, status: 'pending', paid: false, amount, metadata, confirmation };
    byKey.set(key, payment);
    payments.set(id, payment);
    return payment;
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
    /** The payer pays the platform's order; the bank notifies the platform until it answers 200. */
    async pay(orderId: string): Promise<void> {
      const payment = [...payments.values()].find(({ metadata }) => metadata.payment_id === orderId);
      if (!payment) throw new Error(`the bank knows no payment ${orderId}`);
      Object.assign(payment, { status: 'succeeded', paid: true });
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

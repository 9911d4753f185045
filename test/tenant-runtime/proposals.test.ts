import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import type { ProposalAnswer } from '../../api/contract/proposals.ts';
import { createPlatformClient } from '../../tenant-runtime/src/platform/platform-client.ts';
import { createProposals } from '../../tenant-runtime/src/platform/proposals.service.ts';
import { INTERNAL_SECRET, startTenant, type Tenant } from '../support/venue/tenant.ts';

const NOWHERE = 'http://127.0.0.1:9';
const BOTTLES = ['4006381333931', '5011007003005', '4600702097276'];

interface SentRequest {
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** A fake platform; `answer` returns the status of the next call. */
async function startPlatform(t: ExecutionContext, answer: (call: number, ean: string) => number = () => 200) {
  const sent: SentRequest[] = [];
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const part of req) text += part;
    const body = JSON.parse(text);
    sent.push({ body, headers: { ...req.headers, url: req.url } });
    res.writeHead(answer(sent.length, body.ean), { 'content-type': 'application/json' });
    res.end(JSON.stringify({ success: true, stored: true } satisfies ProposalAnswer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

const unsent = async ({ db }: Tenant): Promise<number> => (await db('alias_proposals').whereNull('sent_at')).length;

async function untilSent(tenant: Tenant): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await unsent(tenant)) > 0) {
    if (Date.now() > deadline) throw new Error('not sent');
    await sleep(20);
  }
}

const propose = (tenant: Tenant, ean: string, fields: object = {}) =>
  tenant.user.post('/api/items').send({ name: `Бутылка ${ean}`, unit: 'л', ean, propose: true, ...fields });

test('an item added with its barcode proposed is told to the platform at once, by its number', async (t) => {
  const platform = await startPlatform(t);
  const tenant = await startTenant(t, { env: { PLATFORM_URL: platform.url } });

  t.is((await propose(tenant, '96385074', { volume_ml: 700, category: 'Бар', quantity: 3 })).status, 201);
  await untilSent(tenant);

  t.is(platform.sent.length, 1);
  const [{ body, headers } = { body: {}, headers: {} }] = platform.sent;
  const [row] = await tenant.db('alias_proposals');
  t.deepEqual(body, { id: row.id, ean: '96385074', description: 'Бутылка 96385074', category: 'Бар', volume_ml: 700 });
  t.like(headers, {
    url: '/internal/proposals',
    authorization: `Bearer ${INTERNAL_SECRET}`,
    'x-tenant-id': 'test-tenant',
  });
});

test('while the platform is away nothing is lost, and when it is back each is told', async (t) => {
  const platform = await startPlatform(t, (call) => (call <= 2 ? 503 : 200));
  const tenant = await startTenant(t, { env: { PLATFORM_URL: platform.url } });

  for (const ean of BOTTLES) await propose(tenant, ean);
  await untilSent(tenant);

  const taken = platform.sent.slice(2).map(({ body }) => body.ean);
  t.deepEqual(taken, BOTTLES);
});

test('what a stopped process left unsent is sent by the next one', async (t) => {
  const tenant = await startTenant(t, { env: { PLATFORM_URL: NOWHERE } });
  for (const ean of BOTTLES) await propose(tenant, ean);
  await tenant.services.proposals.close();
  t.is(await unsent(tenant), 3);

  const platform = await startPlatform(t);
  const log = createLog('tenant', 'silent');
  const client = createPlatformClient({ platformUrl: platform.url, tenantId: 'x', secret: 'y', log });
  const next = createProposals({ db: tenant.db, platform: client, log });
  t.teardown(() => next.close());
  next.send();
  next.send();
  await untilSent(tenant);

  t.deepEqual(
    platform.sent.map(({ body }) => body.ean),
    BOTTLES,
  );
});

test('one that the platform will never take keeps no other back', async (t) => {
  const platform = await startPlatform(t, (_call, ean) => (ean === BOTTLES[0] ? 400 : 200));
  const tenant = await startTenant(t, { env: { PLATFORM_URL: platform.url } });

  for (const ean of BOTTLES) await propose(tenant, ean);
  await untilSent(tenant);

  t.is(platform.sent.length, 3);
});

test('what no catalogue would take is not proposed, nor an item that was refused', async (t) => {
  const tenant = await startTenant(t, { env: { PLATFORM_URL: NOWHERE } });
  const [ean = ''] = BOTTLES;

  await tenant.user.post('/api/items').send({ name: 'Лёд', unit: 'кг', propose: true });
  await propose(tenant, '15400141288763');
  await propose(tenant, '96385074', { volume_ml: 500_000 });
  await tenant.user.post('/api/items').send({ name: 'Тихо', unit: 'л', ean });
  t.is((await propose(tenant, ean)).status, 409);

  t.is(await unsent(tenant), 0);
});

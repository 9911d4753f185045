import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { isHealthy, isUnprocessed, readStats, type TenantAddress } from '../../../api/src/supervisor/tenant-client.ts';

/** A tenant that returns arbitrary responses. */
async function hostile(t: ExecutionContext, answer: RequestListener): Promise<TenantAddress> {
  const server = createServer(answer);
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret: 'secret', isSigned: false };
}

test('a venue cannot send the platform to another address', async (t) => {
  let visits = 0;
  const elsewhere = await hostile(t, (_req, res) => {
    visits += 1;
    res.end('{}');
  });
  const venue = await hostile(t, (req, res) => res.writeHead(307, { location: elsewhere.endpoint + req.url }).end());

  await t.throwsAsync(readStats(venue));
  t.false(await isHealthy(venue));
  t.is(visits, 0);
});

test('whoever does not know the secret has done nothing of the call, whoever fails may have', async (t) => {
  for (const [status, expected] of [
    [401, true],
    [500, false],
  ] as const) {
    const other = await hostile(t, (_req, res) => res.writeHead(status).end('{"success":false}'));
    const error = await t.throwsAsync(readStats(other));
    t.is(isUnprocessed(error), expected, `${status}`);
  }
});

test('a venue that talks without end is cut off', async (t) => {
  const chunk = Buffer.alloc(256_000, 'x');
  let sent = 0;
  const venue = await hostile(t, (_req, res) => {
    const pour = (): void => {
      while (!res.destroyed && res.write(chunk)) sent += chunk.length;
      if (!res.destroyed) res.once('drain', pour);
    };
    pour();
  });

  await t.throwsAsync(readStats(venue), { message: /too much/ });
  t.true(sent < 20_000_000, `${sent} bytes`);
});

for (const stats of [null, [], { userCount: 'x'.repeat(1000) }, { userCount: { $gt: 0 }, itemCount: -1 }]) {
  test(`statistics like ${JSON.stringify(stats).slice(0, 40)} are not taken`, async (t) => {
    const venue = await hostile(t, (_req, res) => res.end(JSON.stringify({ success: true, stats })));

    await t.throwsAsync(readStats(venue));
  });
}

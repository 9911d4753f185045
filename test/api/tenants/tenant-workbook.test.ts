import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openWorkbook, VenueAway } from '@ostatok/api/src/tenants/tenant-workbook.ts';
import { TooMany, Unavailable } from '@ostatok/kit/node/errors.ts';
import test, { type ExecutionContext } from 'ava';

const nobodyLeaves = new AbortController().signal;

async function venue(t: ExecutionContext, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 'known to both',
    isSigned: false,
  };
}

test('the workbook comes as the venue writes it, to who knows its secret', async (t) => {
  const address = await venue(t, (req, res) => {
    t.is(req.headers.authorization, 'Bearer known to both');
    res.end('PK…');
  });

  t.is((await buffer(await openWorkbook(address, nobodyLeaves))).toString(), 'PK…');
});

test('a file of somebody else who has got the port of a venue is no workbook, and the secret is not sent there', async (t) => {
  const received: string[] = [];
  const address = await venue(t, (req, res) => {
    received.push(`${req.headers.authorization}`);
    res.end('PK…');
  });

  await t.throwsAsync(openWorkbook({ ...address, isSigned: true }, nobodyLeaves), { instanceOf: VenueAway });

  t.is(received.length, 1);
  t.false(received[0]?.includes('known to both'));
});

test('a venue that nobody answers for is away: it may run elsewhere, else the owner is told to come again', async (t) => {
  const gone = { endpoint: 'http://127.0.0.1:1', secret: 'known to both', isSigned: false };

  const error = await t.throwsAsync(openWorkbook(gone, nobodyLeaves), { instanceOf: VenueAway });

  t.like(error, { status: 503, code: 'workbook_failed', retryAfter: 30 });
});

test('a venue that answers is not asked again: it is busy, broken, or leads elsewhere', async (t) => {
  for (const [status, expected] of [
    [429, TooMany],
    [500, Unavailable],
    [302, Unavailable],
  ] as const) {
    const address = await venue(t, (_req, res) => void res.writeHead(status, { location: 'http://127.0.0.1:1' }).end());
    const error = await t.throwsAsync(openWorkbook(address, nobodyLeaves), { instanceOf: expected });
    t.false(error instanceof VenueAway);
  }
});

test('whoever leaves ends the writing, and a workbook cut short is no whole one', async (t) => {
  const leaving = new AbortController();
  const address = await venue(t, (_req, res) => void res.write('half'));
  const bytes = await openWorkbook(address, leaving.signal);

  leaving.abort();

  await t.throwsAsync(buffer(bytes));
});

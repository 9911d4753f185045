import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createIngress } from '../../../api/src/ingress/builtin-proxy.ts';
import { subdomainOf } from '../../../api/src/platform/venue-host.ts';
import { ownPort } from '../../support/run/own-port.ts';
import { rawRequest } from '../../support/venue/venue-call.ts';

async function serve(t: ExecutionContext, answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** An ingress before a tenant whose first process is at `first`, and whose next one echoes; `seen` are its requests. */
async function startIngress(t: ExecutionContext, first: number) {
  const seen: string[] = [];
  const next = await serve(t, (req, res) => {
    if (req.url !== '/healthz') seen.push(`${req.method} ${req.url}`);
    req.pipe(res);
  });
  let endpoint = `http://127.0.0.1:${first}`;
  const ingress = createIngress({
    subdomainAt: (host) => subdomainOf(host, 'bars.example'),
    protocol: 'https',
    publicUrl: 'https://bars.example',
    supportEmail: 'help@bars.example',
    findVenue: async () => ({ id: 'bar', status: 'active' as const }),
    endpointOf: async () => endpoint,
    endpointIfAwake: () => undefined,
    markUnreachable: () => {
      endpoint = `http://127.0.0.1:${portOf(next)}`;
    },
    begin: () => undefined,
    end: () => undefined,
    isTrusted: () => false,
    log: createLog('ingress', 'silent'),
  });
  const server = await serve(t, (req, res) => void ingress.web(req, res));
  t.teardown(ingress.close);
  const send = (request: Omit<Parameters<typeof rawRequest>[1], 'host'>) =>
    rawRequest(portOf(server), { host: 'bar.bars.example', ...request });
  return { send, seen };
}

const requests = [
  { method: 'GET', path: '/api/items' },
  { method: 'POST', path: '/api/items', body: '{"name":"Ром"}' },
  { method: 'PUT', path: '/api/items/1', body: '' },
  { method: 'POST', path: '/api/import', body: 'x'.repeat(1_000_000) },
];

for (const { method, path, body } of requests) {
  const name = `${method} ${path}, ${body?.length ?? 0} bytes`;

  test(`a request to a process that has ended is answered whole by the next one: ${name}`, async (t) => {
    const { send, seen } = await startIngress(t, await ownPort());

    const { status, text } = await send({ method, path, ...(body && { body }) });

    t.is(status, 200);
    t.is(text, body ?? '');
    t.deepEqual(seen, [`${method} ${path}`]);
  });

  test(`a request to a process that is about to end is answered whole by the next one: ${name}`, async (t) => {
    const ending = await serve(t, (_req, res) => {
      res.writeHead(503, { [UNPROCESSED_HEADER]: '1', connection: 'close' }).end('{"success":false}');
    });
    const { send, seen } = await startIngress(t, portOf(ending));

    const { status, text, headers } = await send({ method, path, ...(body && { body }) });

    t.is(status, 200);
    t.is(text, body ?? '');
    t.false(UNPROCESSED_HEADER in headers);
    t.deepEqual(seen, [`${method} ${path}`]);
  });
}

const cut: [string, { method: string; path: string; body?: string }, number][] = [
  ['reads are repeated', { method: 'GET', path: '/api/items' }, 200],
  ['changes with ids of their own are repeated', { method: 'POST', path: '/api/changes', body: '{}' }, 200],
  ['anything else is not: it may have been done', { method: 'POST', path: '/api/items', body: '{}' }, 503],
];

for (const [name, request, status] of cut) {
  for (const kept of [true, false])
    test(`where a ${kept ? 'kept' : 'new'} connection is cut under a request, ${name}`, async (t) => {
      let isEnding = false;
      const ending = await serve(t, (req, res) => {
        if (isEnding) req.socket.destroy();
        else req.resume().on('end', () => res.end());
      });
      const { send, seen } = await startIngress(t, portOf(ending));
      if (kept) t.is((await send({ method: 'GET', path: '/' })).status, 200);
      isEnding = true;

      const answer = await send(request);

      t.is(answer.status, status);
      t.is(seen.length, status === 200 ? 1 : 0);
    });
}

test('an answer that is cut is not begun anew', async (t) => {
  const ending = await serve(t, (req, res) => {
    res.writeHead(200, { 'content-length': '10' }).write('half', () => req.socket.destroy());
  });
  const { send, seen } = await startIngress(t, portOf(ending));

  await t.throwsAsync(send({ method: 'GET', path: '/api/items' }), { code: 'ECONNRESET' });

  t.deepEqual(seen, []);
});

/** A loopback port whose connections nobody takes, as of a machine that is gone: its queue is full for good. */
async function startDeaf(t: ExecutionContext): Promise<number> {
  const script = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port), () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  for (let filled = 0; filled < 4; filled += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    t.teardown(() => socket.destroy());
  }
  return port;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'a request to a process whose machine is gone is answered by the next one, and does not wait for the system to give up',
  async (t) => {
    const { send, seen } = await startIngress(t, await startDeaf(t));
    const body = '{"name":"Ром"}';
    const { status, text } = await send({
      method: 'POST',
      path: '/api/items',
      body,
      signal: AbortSignal.timeout(30_000),
    });
    t.is(status, 200);
    t.is(text, body);
    t.deepEqual(seen, ['POST /api/items']);
  },
);

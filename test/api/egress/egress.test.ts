import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isAllowed } from '@ostatok/api/src/egress/allowed-address.ts';
import test, { type ExecutionContext } from 'ava';
import { EGRESS_SECRETS, startEgress } from '../../support/feeds/egress.ts';

const [[tenant, secret], [other]] = Object.entries(EGRESS_SECRETS) as [[string, string], [string, string]];
const basic = (id: string, password: string): string => `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;

/** Asks for a place; returns the status, why not, and the connection. */
function askFor(url: string, place: string, authorization: string | undefined = basic(tenant, secret)) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; error: unknown; socket: Socket }>();
  const headers = authorization ? { 'proxy-authorization': authorization } : {};
  const asked = request(url, { method: 'CONNECT', path: place, headers, agent: false });
  asked.once('connect', ({ statusCode = 0, headers: { 'x-egress-error': error } }, socket: Socket) =>
    resolve({ status: statusCode, error, socket }),
  );
  asked.once('error', reject);
  asked.end();
  return promise;
}

const closed = async (socket: Socket): Promise<void> => {
  if (!socket.destroyed) await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
};

/** A server that says back what it hears. */
async function startEcho(t: ExecutionContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { place: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

test('a tenant is connected by its own secret alone', async (t) => {
  const { url } = await startEgress(t);
  const echo = await startEcho(t);

  for (const wrong of ['', 'Bearer x', basic(tenant, 'wrong'), basic(other, secret), basic('none', secret), 'Basic !'])
    t.like(await askFor(url, echo.place, wrong), { status: 407, error: 'EPROXYAUTH' }, wrong);
  t.is(echo.sockets.length, 0);
  const { status, socket } = await askFor(url, echo.place);
  socket.write('привет');
  const [received] = await once(socket, 'data');
  socket.destroy();

  t.is(status, 200);
  t.is(String(received), 'привет');
});

/** Asks without a secret and returns the connection when the whole answer has come. */
async function askUnknown(t: ExecutionContext, url: string): Promise<Socket> {
  const visitor = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  t.teardown(() => visitor.destroy());
  visitor.on('error', () => undefined).write('CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: a\r\n\r\n');
  visitor.resume();
  await once(visitor, 'end');
  return visitor;
}

test('who is refused keeps no connection by never ending their half of it', async (t) => {
  const { url, sockets } = await startEgress(t, { limits: { halfOpenMs: 20 } });

  const visitor = await askUnknown(t, url);
  await closed(sockets[0] as Socket);

  t.false(visitor.writableEnded);
});

test('who is refused and goes leaves no connection behind what they have said besides', async (t) => {
  const hour = 3_600_000;
  const { url, sockets } = await startEgress(t, { limits: { halfOpenMs: hour } });

  const visitor = await askUnknown(t, url);
  const gone = closed(sockets[0] as Socket);
  visitor.end(Buffer.alloc(100_000));
  await gone;

  t.true(sockets[0]?.destroyed);
});

test('addresses of the platform’s own network are not connected to, by whatever name, and no port of letters or shells', async (t) => {
  const { url } = await startEgress(t, { allowPrivate: false });
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '10.0.0.1', '192.168.1.1'];
  const more = ['169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]', '2130706433', '0x7f000001'];

  for (const host of [...hosts, ...more]) {
    const { status, error } = await askFor(url, `${host}:443`);
    t.deepEqual([status, error], [403, 'EFORBIDDENADDRESS'], host);
  }
  for (const port of [1, 22, 25, 465, 587, 143, 445])
    t.like(await askFor(url, `93.184.216.34:${port}`), { status: 403, error: 'EFORBIDDENPORT' });
  for (const place of [
    '93.184.216.34',
    ':443',

    'user@bar.example:443',
    'http://bar.example:443',
    'bar.example:',
  ])
    t.true([400, 403].includes((await askFor(url, place).catch(() => ({ status: 400 }))).status), place);
});

test('with private addresses allowed those of metadata are not', async (t) => {
  const { url } = await startEgress(t);
  for (const host of ['169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]', '0.0.0.0'])
    t.like(await askFor(url, `${host}:80`), { status: 403, error: 'EFORBIDDENADDRESS' }, host);
});

test('only addresses of the internet are allowed, and metadata never', (t) => {
  const inside = ['10.1.2.3', '172.16.0.1', '192.168.0.1', '127.0.0.1', '100.64.0.1', 'fd12::1', '::1'];
  const never = [
    '169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '0.0.0.0',
    '224.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
  ];

  t.deepEqual(
    [...inside, ...never].filter((address) => isAllowed(address, false)),
    [],
  );
  t.deepEqual(
    inside.filter((address) => !isAllowed(address, true)),
    [],
  );
  t.deepEqual(
    never.filter((address) => isAllowed(address, true)),
    [],
  );
  t.true(isAllowed('93.184.216.34', false));
});
test('a tenant has a few connections at once, and those of another are its own', async (t) => {
  const { url } = await startEgress(t);
  const echo = await startEcho(t);
  const open = await Promise.all(Array.from({ length: 4 }, () => askFor(url, echo.place)));

  t.like(await askFor(url, echo.place), { status: 429, error: 'EPROXYBUSY' });
  const theirs = await askFor(url, echo.place, basic(other, EGRESS_SECRETS[other] ?? ''));
  t.is(theirs.status, 200);
  const [first] = open;
  first?.socket.destroy();
  await once(echo.sockets[0] as Socket, 'close');
  t.is((await askFor(url, echo.place)).status, 200);
});

test('who says too much or nothing is cut off, and a server that is not there is told', async (t) => {
  const limits = { idleMs: 50, bytes: 1000 };
  const { url } = await startEgress(t, { limits });
  const echo = await startEcho(t);

  const silent = await askFor(url, echo.place);
  silent.socket.resume();
  await closed(silent.socket);
  const loud = await askFor(url, echo.place);
  let received = 0;
  loud.socket.on('data', ({ length }) => (received += length)).write(Buffer.alloc(100_000));
  await closed(loud.socket);
  t.true(received <= limits.bytes);

  const away = createServer();
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  const { port } = away.address() as AddressInfo;
  await new Promise((resolve) => away.close(resolve));
  t.like(await askFor(url, `127.0.0.1:${port}`), { status: 502, error: 'ECONNREFUSED' });
});

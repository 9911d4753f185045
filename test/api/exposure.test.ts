import { connect } from 'node:net';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { createAllowedHosts } from '../../api/src/ingress/allowed-hosts.ts';
import { hasSandbox } from '../../api/src/platform/exposure.ts';
import { addressesOf } from '../../api/src/settings.ts';
import { requestFrom } from '../support/http/incoming.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const PAYMENT = '3f1c2a5e-6a31-4c55-9d8e-3a4a1f0b7c11';
const sandboxPaths = [
  'GET /sandbox/chat',
  'GET /sandbox/mail',
  `GET /mock-payment/${PAYMENT}`,
  'GET /sandbox/api/mails',
  'GET /sandbox/api/bots',
  'POST /sandbox/api/people',
  `POST /sandbox/api/payments/${PAYMENT}/approve`,
  'GET /sandbox/telegram/bot1:AA/getMe',
  'GET /Sandbox/api/mails',
];
const strangers: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-host': 'ostatok.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-real-ip': '203.0.113.9' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'cf-connecting-ip': '203.0.113.9' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
];

let local: TestPlatform;
let open: TestPlatform;
test.before(async () => {
  [local, open] = await Promise.all([
    startTestPlatform({ ALLOWED_HOSTS: 'other.example, *.more.example' }),
    startTestPlatform({
      PUBLIC_URL: 'https://ostatok.example',
      BASE_DOMAIN: 'bars.example',
      METRICS_TOKEN: 'a-token-of-the-watch',
    }),
  ]);
});
test.after.always(() => Promise.all([local?.stop(), open?.stop()]));

type Asked = { method?: string; path: string; host?: string; headers?: Record<string, string> };
const ask = ({ port }: TestPlatform, { host = `localhost:${port}`, ...asked }: Asked) =>
  rawRequest(port, { host, ...asked });

/** The server's response to these bytes, until it closes the connection. */
const talk = ({ port }: TestPlatform, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.once('end', () => resolve(said)).once('error', reject);
  });

const configs: [string, Record<string, string>, boolean][] = [
  ['nothing set', {}, true],
  ['this machine by another name', { PUBLIC_URL: 'http://ostatok.localhost:3000', HOST: '::1' }, true],
  ['not asked for', { SANDBOX: '0' }, false],
  ['production', { NODE_ENV: 'production' }, false],
  ['production, asked for', { NODE_ENV: 'production', SANDBOX: '1' }, false],
  ['a public address', { PUBLIC_URL: 'https://ostatok.example' }, false],
  ['a public address, asked for', { PUBLIC_URL: 'https://ostatok.example', SANDBOX: '1' }, false],
  ['a public domain of venues', { BASE_DOMAIN: 'bars.example', SANDBOX: '1' }, false],
  ['all addresses of the machine', { HOST: '0.0.0.0' }, false],
  ['all addresses of the machine, asked for', { HOST: '0.0.0.0', SANDBOX: '1' }, true],
];
for (const [what, env, expected] of configs) {
  test(`the sandbox ${expected ? 'exists' : 'does not exist'}: ${what}`, (t) =>
    t.is(hasSandbox(loadConfig(platformEnvSchema, env)), expected));
}

test('who sits at the machine finds the sandbox', async (t) => {
  for (const path of ['/sandbox/api/mails', '/sandbox/api/bots'])
    for (const host of ['localhost', `127.0.0.1:${local.port}`, 'LOCALHOST:1'])
      t.is((await ask(local, { path, host })).status, 200, `${host}${path}`);
  const same = { origin: `http://localhost:${local.port}` };
  t.is((await ask(local, { path: '/sandbox/api/bots', headers: same })).status, 200);
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  t.is((await ask(local, { path: '/sandbox/api/mails', headers: followed })).status, 200, 'by a link on another site');
  t.like(JSON.parse((await ask(local, { path: '/api/public/config' })).text), {
    payments: true,
    sandbox: { chat: true, max: true, mail: true, payments: true },
  });
});

for (const headers of strangers) {
  const [name] = Object.keys(headers);
  test(`a request with ${name} of a proxy or of another site never sees the sandbox, nor a link to it`, async (t) => {
    for (const asked of sandboxPaths) {
      const [method, path = ''] = asked.split(' ');
      t.is((await ask(local, { method, path, headers })).status, 404, asked);
    }
    t.like(JSON.parse((await ask(local, { path: '/api/public/config', headers })).text), {
      payments: false,
      sandbox: { chat: false, max: false, mail: false, payments: false },
    });
  });
}

test('an open installation answers to the names of its machine only there; a closed one, as in a container, to anybody', (t) => {
  const answers = (env: Record<string, string>) => {
    const config = loadConfig(platformEnvSchema, { BASE_DOMAIN: 'bars.example', ...env });
    const isAllowed = createAllowedHosts(config, addressesOf(config, '', 3000));
    return (host: string, from: string) => isAllowed(requestFrom(from, { host }));
  };
  const everywhere = answers({ PUBLIC_URL: 'https://ostatok.example', HOST: '0.0.0.0' });
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) t.true(everywhere(host, from), `${host} ${from}`);
    for (const from of ['203.0.113.9', '10.0.0.7', '::ffff:10.0.0.7'])
      t.false(everywhere(host, from), `${host} ${from}`);
    t.true(answers({ BASE_DOMAIN: 'localhost', HOST: '0.0.0.0' })(host, '172.17.0.1'), host);
  }
  t.true(everywhere('ostatok.example', '203.0.113.9'));
  const named = answers({ PUBLIC_URL: 'https://ostatok.example', HOST: '10.0.0.5' });
  t.true(named('10.0.0.5:3000', '10.0.0.7'), 'the address that it was told to listen on');
  t.false(named('127.0.0.1:3000', '10.0.0.7'));
  const apart = answers({
    PUBLIC_URL: 'https://ostatok.example',
    TENANT_PLATFORM_URL: 'http://platform.internal:3000',
  });
  t.true(apart('platform.internal:3000', '10.0.0.7'), 'as venues in another network call it');
  const other = answers({ NODE_ENV: 'production', HOST: '127.0.0.5' });
  t.true(other('127.0.0.5:3000', '127.0.0.5'), 'as its venues call it');
  const container = answers({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' });
  t.true(container('localhost:3000', '172.17.0.1'), 'what it is told to be called');
});

test('a proxy that says nothing of itself but speaks HTTP/1.0 never sees the sandbox', async (t) => {
  const host = `127.0.0.1:${local.port}`;
  const answer = await talk(local, `GET /sandbox/api/mails HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
  t.regex(answer, /^HTTP\/1\.1 404 /);
});

test('an address that only ALLOWED_HOSTS names is answered, and has no sandbox', async (t) => {
  t.is((await ask(local, { path: '/api/public/plans', host: 'other.example' })).status, 200);
  t.is((await ask(local, { path: '/api/public/plans', host: 'a.more.example' })).status, 200);
  t.is((await ask(local, { path: '/sandbox/api/mails', host: 'other.example' })).status, 404);
});

test('where the platform has a public address there is no sandbox, not even for the machine itself', async (t) => {
  for (const asked of sandboxPaths.filter((path) => path.includes('/sandbox/api') || path.includes('telegram'))) {
    const [method, path = ''] = asked.split(' ');
    t.is((await ask(open, { method, path })).status, 404, asked);
  }
  t.deepEqual(open.addresses.telegramApiRoots, ['https://api.telegram.org']);
  t.like(JSON.parse((await ask(open, { path: '/api/public/config' })).text), {
    payments: false,
    sandbox: { chat: false, max: false, mail: false, payments: false },
  });
});

test('a name that is not ours is answered 421, as JSON, as a page and as a socket; probes are answered under any', async (t) => {
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '10.0.0.1', 'more.example']) {
    const answer = await ask(local, { path: '/api/public/plans', host });
    t.is(answer.status, 421, host);
    t.like(JSON.parse(answer.text), { success: false, code: 'foreign_host' });
    t.is((await ask(local, { path: '/healthz', host })).status, 200, host);
    t.is((await ask(local, { path: '/readyz', host })).status, 200, host);
  }
  const page = await ask(local, { path: '/', host: 'evil.example', headers: { accept: 'text/html' } });
  t.is(page.status, 421);
  t.regex(page.text, /<html lang="ru">.*Остаток не отвечает/s);
  t.regex(await talk(local, 'GET /api/public/plans HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 421 /);
  const upgrade = 'GET /socket.io/ HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  t.regex(await talk(local, upgrade), /^HTTP\/1\.1 421 /);
});

test('a request that names two hosts, or what is no name, is answered 421 and led nowhere', async (t) => {
  const own = `Host: 127.0.0.1:${local.port}\r\n`;
  const plans = 'GET /api/public/plans HTTP/1.1\r\n';
  const end = 'Connection: close\r\n\r\n';
  t.regex(await talk(local, `${plans}${own}${end}`), /^HTTP\/1\.1 200 /);
  t.regex(await talk(local, `${plans}${own}Host: evil.example\r\n${end}`), /^HTTP\/1\.1 421 /);
  for (const target of [
    'http://evil.example/api/public/plans',
    'http://localhost/sandbox/api/mails',
    'evil.example:80',
  ])
    t.regex(await talk(local, `GET ${target} HTTP/1.1\r\n${own}${end}`), /^HTTP\/1\.1 4(00|21) /, target);
  for (const name of ['evil.example/', 'evil.example#', 'evil.example?', 'evil.example@', 'evil.example\\']) {
    const headers = `Host: ${name}.bars.example\r\nX-Forwarded-Proto: http\r\n`;
    const answer = await talk(open, `GET / HTTP/1.1\r\n${headers}${end}`);
    t.regex(answer, /^HTTP\/1\.1 421 /, name);
    t.notRegex(answer, /^location:/im, name);
  }
});

test('an address that no library reads, under a name that is not ours, does not end the platform', async (t) => {
  for (const address of ['2001:db8::1.2.3.4', '::1.2.3.4', '64:ff9b::203.0.113.7']) {
    const stranger = { path: '/', host: 'evil.example', headers: { 'x-forwarded-for': address } };
    t.is((await ask(local, stranger)).status, 421, address);
    t.is((await ask(local, { ...stranger, host: 'localhost' })).status, 200, address);
  }
});

test('venues under a public domain are answered, and this machine’s own names too', async (t) => {
  for (const host of ['ostatok.example', 'OSTATOK.example.', 'bars.example', '127.0.0.1', 'localhost', '[::1]:3000'])
    t.is((await ask(open, { path: '/api/public/plans', host })).status, 200, host);
  t.is((await ask(open, { path: '/', host: 'nobody.bars.example' })).status, 404);
  t.is((await ask(open, { path: '/', host: 'nobody.bars.example.evil.example' })).status, 421);
});

test('plain http is sent on to https, of venues too, and https asks browsers to stay', async (t) => {
  for (const host of ['ostatok.example', 'ostatok.example:80', 'bar.bars.example']) {
    const plain = await ask(open, { path: '/login?next=1', host, headers: { 'x-forwarded-proto': 'http' } });
    t.is(plain.status, 308);
    t.is(plain.headers.location, `https://${host.replace(':80', '')}/login?next=1`);
    const safe = await ask(open, { path: '/api/public/plans', host, headers: { 'x-forwarded-proto': 'https' } });
    t.is(safe.headers['strict-transport-security'], 'max-age=31536000');
  }
  t.is((await ask(local, { path: '/api/public/plans' })).headers['strict-transport-security'], undefined);
});

test('metrics are for the machine itself, or for who brings the token', async (t) => {
  const metrics = (headers: Record<string, string>, host?: string) => ask(open, { path: '/metrics', host, headers });
  t.is((await metrics({})).status, 200);
  t.is((await metrics({ 'x-forwarded-for': '203.0.113.9' })).status, 401);
  const closed = await metrics({}, 'ostatok.example');
  t.is(closed.status, 401);
  t.like(JSON.parse(closed.text), { code: 'metrics_closed' });
  t.is((await metrics({ authorization: 'Bearer wrong' }, 'ostatok.example')).status, 401);
  t.is((await metrics({ authorization: 'Bearer a-token-of-the-watch' }, 'ostatok.example')).status, 200);
  t.is(
    (await ask(local, { path: '/metrics', headers: { authorization: 'Bearer undefined', via: '1.1 a' } })).status,
    401,
  );
});

test('nothing the API answers is kept on the way', async (t) => {
  for (const path of ['/api/auth/me', '/api/admin/users', '/api/provision/my-tenants', '/api/nothing'])
    t.is((await ask(local, { path })).headers['cache-control'], 'no-store', path);
});

test('whoever has many requests under way at the platform is told to wait, and keeps nobody else out', async (t) => {
  const { port } = local;
  const replies: string[] = [];
  const half = `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: 203.0.113.66\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(half));
    return socket.on('error', () => undefined).on('data', (chunk) => replies.push(String(chunk)));
  });
  const from = async (visitor: string) =>
    (await ask(local, { path: '/api/public/plans', headers: { 'x-forwarded-for': visitor } })).status;

  await until(() => replies.length === 200 - 128, 'those beyond the limit are refused');
  t.true(replies.every((answer) => /^HTTP\/1\.1 503 [\s\S]*retry-after: 1/i.test(answer)));
  t.is(await from('203.0.113.66'), 503);
  const page = { path: '/telegram/t1', headers: { 'x-forwarded-for': '203.0.113.66' } };
  t.is((await ask(local, page)).status, 503, 'of Telegram’s addresses only updates are counted elsewhere');
  t.is(await from('203.0.113.67'), 200);
  t.is((await ask(local, { path: '/api/public/plans' })).status, 200, 'the machine itself');

  for (const socket of sockets) socket.destroy();
  await until(async () => (await from('203.0.113.66')) === 200, 'what is over counts no more');
});

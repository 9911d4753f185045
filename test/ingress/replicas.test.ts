import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import test from 'ava';
import { mayHave } from '../support/ingress/nginx.ts';
import { reserveNginx } from '../support/ingress/platform-behind-nginx.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { type CallOptions, call, type Reply } from '../support/platform/platform.ts';
import { kill, startSeveral } from '../support/platform/several-processes.ts';
import { ownPort } from '../support/run/own-port.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const withNginx = mayHave('nginx') ? test : test.skip;

withNginx(
  'behind nginx and two api processes no page is refused when one is killed or starts again, and a socket outlives new venues',
  async (t) => {
    const nginx = await reserveNginx(t);
    const ports = [await ownPort(), await ownPort()];
    const url = `http://localhost:${nginx.httpPort}`;
    const env = { ...nginx.env, PUBLIC_URL: url, NGINX_UPSTREAMS: ports.map((port) => `127.0.0.1:${port}`).join() };
    const [first = {}, second = {}] = ports.map((port) => ({ PORT: String(port) }));
    const several = await startSeveral(t, { ...env, TENANT_IDLE_MINUTES: '30' }, [first, second]);
    await nginx.run();
    const ask = async (method: string, path: string, options: CallOptions = {}): Promise<Reply['body']> => {
      const { status, body } = await call(url, method, path, options);
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    };
    const email = `owner-${randomUUID().slice(0, 8)}@bar.example`;
    const { user, token } = await ask('POST', '/api/auth/register', {
      body: { email, password: PASSWORD, name: 'Анна' },
    });
    await several
      .db('subscriptions')
      .where({ user_id: user.id })
      .update({
        plan_id: several.db('plans').where({ name: 'professional' }).select('id'),
      });
    async function openVenue(): Promise<string> {
      // the sandbox is for the machine itself, not for whoever comes through nginx
      const { bot } = (await call(several.second.url, 'POST', '/sandbox/api/bots', { body: { name: 'Бар' } })).body;
      const subdomain = `v-${randomUUID().slice(0, 8)}`;
      await ask('POST', '/api/provision/create', {
        token,
        body: { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' },
      });
      return subdomain;
    }
    const subdomain = await openVenue();
    const host = `${subdomain}.localhost:${nginx.httpPort}`;

    const socket = connect(nginx.httpPort, '127.0.0.1');
    t.teardown(() => socket.destroy());
    const key = Buffer.alloc(16).toString('base64');
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}`;
    socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n\r\n`);
    const say = (text: string): void =>
      void socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
    let received = '';
    socket.on('data', (part) => {
      received += part;
      // without it the venue would close the socket in 45 seconds, and opening another venue may last longer
      if (part.includes(Buffer.from([0x81, 1, 0x32]))) say('3');
    });
    await until(() => received.includes('"sid"'), 'the socket is open');
    t.regex(received, /^HTTP\/1\.1 101 /);
    const other = await openVenue();
    t.is((await rawRequest(nginx.httpPort, { path: '/healthz', host: `${other}.localhost` })).status, 200);
    received = '';
    say('40');
    await until(() => /4[04]/.test(received), 'the socket answers over the same connection');

    const signIn = request({
      host: '127.0.0.1',
      localAddress: '127.0.0.2',
      port: nginx.httpPort,
      method: 'POST',
      path: '/api/auth/login',
      headers: { host: 'localhost', 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    });
    signIn.end(JSON.stringify({ email, password: PASSWORD }));
    await once(signIn, 'response');
    const addresses: string[] = await several.db('sessions').where({ user_id: user.id }).pluck('ip');
    t.true(addresses.includes('127.0.0.2'), `${addresses}`);

    const asked = { pages: 0, refused: [] as string[] };
    let over = false;
    async function keepAsking(path: string, name: string): Promise<void> {
      while (!over) {
        const { status } = await rawRequest(nginx.httpPort, {
          path,
          host: name,
          headers: { connection: 'close' },
        }).catch((error) => ({ status: String(error) }));
        asked.pages += 1;
        if (status !== 200) asked.refused.push(`${name}${path}: ${status}`);
      }
    }
    const askers = [
      keepAsking('/api/public/plans', 'localhost'),
      keepAsking('/login', 'localhost'),
      keepAsking('/healthz', host),
      keepAsking('/', host),
    ];
    await until(() => asked.pages > 50, 'pages are asked for');
    await kill(several.first);
    const killedAt = asked.pages;
    await until(() => asked.pages > killedAt + 300, 'pages are asked for after the end of one process');
    await several.begin(first);
    const startedAt = asked.pages;
    await until(() => asked.pages > startedAt + 100, 'pages are asked for after it has started again');
    over = true;
    await Promise.all(askers);
    t.deepEqual(asked.refused, []);
    t.log(`${asked.pages} pages, ${asked.pages - killedAt} of them after the end of one process`);
  },
);

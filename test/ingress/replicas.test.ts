import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import test from 'ava';
import { io } from 'socket.io-client';
import { mayHave } from '../support/ingress/nginx.ts';
import { reserveNginx } from '../support/ingress/platform-behind-nginx.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { type CallOptions, call, callVenue, type Reply } from '../support/platform/platform.ts';
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
    async function openVenue(): Promise<{ subdomain: string; token: string }> {
      // the sandbox is for the machine itself, not for whoever comes through nginx
      const { bot } = (await call(several.second.url, 'POST', '/sandbox/api/bots', { body: { name: 'Бар' } })).body;
      const subdomain = `v-${randomUUID().slice(0, 8)}`;
      const { adminCredentials } = await ask('POST', '/api/provision/create', {
        token,
        body: { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' },
      });
      const signedIn = await callVenue({ port: nginx.httpPort }, subdomain, 'POST', '/api/auth/login', {
        body: adminCredentials,
      });
      return { subdomain, token: signedIn.body.token };
    }
    const venue = await openVenue();
    const host = `${venue.subdomain}.localhost:${nginx.httpPort}`;

    // a signed-in one: the venue closes a socket that joins nothing after 45 seconds, and opening a venue may last longer
    const socket = io(`http://127.0.0.1:${nginx.httpPort}`, {
      auth: { token: venue.token },
      transports: ['websocket'],
      extraHeaders: { host },
      reconnection: false,
      forceNew: true,
    });
    t.teardown(() => void socket.disconnect());
    const endings: string[] = [];
    socket.on('disconnect', (reason) => endings.push(reason));
    socket.on('connect_error', ({ message }) => endings.push(message));
    await until(() => socket.connected || endings.length > 0, 'the socket is open');
    const other = await openVenue();
    const healthy = await rawRequest(nginx.httpPort, { path: '/healthz', host: `${other.subdomain}.localhost` });
    t.is(healthy.status, 200);
    t.deepEqual(endings, []);
    const answer = await socket.timeout(120_000).emitWithAck('scales:tare', { scaleId: 'unknown' });
    t.false(answer.ok, 'the venue answers over the same connection');

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

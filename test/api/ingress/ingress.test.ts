import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { createIngress, type IngressDeps } from '../../../api/src/ingress/builtin-proxy.ts';
import { subdomainOf } from '../../../api/src/platform/venue-host.ts';
import { innerTargets } from '../../support/http/inner-targets.ts';
import { until } from '../../support/run/until.ts';
import { rawRequest } from '../../support/venue/venue-call.ts';

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
}

/** An ingress before one tenant, `bar`, that echoes its requests; `shut` is suspended, `unpaid` by billing. */
async function withIngress(
  use: (fixture: { port: number; seen: Seen[]; open: () => number }) => Promise<void>,
  deps: Partial<IngressDeps> = {},
): Promise<void> {
  const seen: Seen[] = [];
  const venue = createServer((req, res) => {
    seen.push({ url: req.url ?? '', headers: req.headers });
    res.setHeader('set-cookie', 'a=b; Path=/');
    req.pipe(res);
  });
  venue.on('upgrade', (req, socket) => {
    seen.push({ url: req.url ?? '', headers: req.headers });
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    socket.pipe(socket);
    socket.on('error', () => undefined);
  });
  const endpoint = `http://127.0.0.1:${await listening(venue)}`;
  let open = 0;
  const ingress = createIngress({
    subdomainAt: (host) => subdomainOf(host, 'bars.example'),
    protocol: 'https',
    publicUrl: 'https://bars.example',
    supportEmail: 'help@bars.example',
    findVenue: async (name) =>
      ({
        bar: { id: 'bar', status: 'active' as const },
        shut: { id: 'shut', status: 'suspended' as const },
        unpaid: { id: 'unpaid', status: 'suspended' as const, suspended_by: 'billing' as const },
      })[name],
    endpointOf: async () => endpoint,
    endpointIfAwake: () => undefined,
    markUnreachable: () => undefined,
    begin: () => {
      open += 1;
    },
    end: () => {
      open -= 1;
    },
    isTrusted: () => false,
    log: createLog('ingress', 'silent'),
    ...deps,
  });
  const server = createServer((req, res) => {
    if (!ingress.web(req, res)) res.end('the platform');
  });
  server.on('upgrade', ingress.upgrade);
  try {
    await use({ port: await listening(server), seen, open: () => open });
  } finally {
    for (const each of [server, venue]) {
      each.closeAllConnections();
      each.close();
    }
  }
}

test("a request reaches its venue with its own Host, its body and none of the client's claims about itself", async (t) => {
  await withIngress(async ({ port, seen }) => {
    const answer = await rawRequest(port, {
      method: 'POST',
      path: '/api/x?y=1',
      host: 'bar.bars.example',
      headers: {
        'x-forwarded-for': '6.6.6.6',
        'x-real-ip': '6.6.6.6',
        forwarded: 'for=6.6.6.6',
        'x-forwarded-proto': 'gopher',
      },
      body: 'hello',
    });

    t.like(answer, { status: 200, text: 'hello', headers: { 'set-cookie': ['a=b; Path=/'] } });
    t.is(seen[0]?.url, '/api/x?y=1');
    t.like(seen[0]?.headers, {
      host: 'bar.bars.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'bar.bars.example',
      'x-forwarded-proto': 'https',
    });
    t.is(seen[0]?.headers['x-real-ip'], undefined);
    t.is(seen[0]?.headers.forwarded, undefined);
  });
});

test('what platform and venue say to each other is not reached from outside', async (t) => {
  await withIngress(async ({ port, seen }) => {
    for (const path of innerTargets.filter((target) => !target.includes(' '))) {
      t.is((await rawRequest(port, { path, host: 'bar.bars.example' })).status, 404, path);
    }
    t.deepEqual(seen, []);
  });
});

test('an unknown venue is said so: a page to a browser, the documented shape to a program', async (t) => {
  await withIngress(async ({ port }) => {
    const page = await rawRequest(port, { path: '/', host: 'nobody.bars.example', headers: { accept: 'text/html' } });
    const json = await rawRequest(port, { path: '/', host: 'nobody.bars.example' });

    t.is(page.status, 404);
    t.regex(page.text, /<html lang="ru">.*Такого заведения нет/s);
    t.is(json.status, 404);
    t.like(JSON.parse(json.text), { success: false, code: 'tenant_not_found' });
  });
});

test('a suspended venue says so and is not woken', async (t) => {
  await withIngress(async ({ port, seen }) => {
    const { status, text } = await rawRequest(port, { path: '/', host: 'shut.bars.example' });

    t.is(status, 403);
    t.regex(text, /приостановлено/);
    t.deepEqual(seen, []);
  });
});

test('whoever comes to count in an unpaid venue is told whom to tell, in the house’s type, and not asked to pay', async (t) => {
  await withIngress(async ({ port }) => {
    const request = { path: '/', host: 'unpaid.bars.example', headers: { accept: 'text/html' } };
    const { status, text, headers } = await rawRequest(port, request);

    t.is(status, 403);
    const page = text.replace(/base64,[^)]*/g, '');
    t.regex(page, /Скажите владельцу/);
    t.notRegex(page, /Оплат/);
    t.regex(page, /@font-face\{font-family:Manrope/);
    t.true(text.includes('url(data:font/woff2;base64,'));
    t.regex(String(headers['content-security-policy']), /font-src data:/);
  });
});

test('a venue that does not answer is a 503 with Retry-After, and is forgotten', async (t) => {
  const lost: string[] = [];
  const dead = { endpointOf: async () => 'http://127.0.0.1:1', markUnreachable: (id: string) => void lost.push(id) };
  await withIngress(async ({ port, open }) => {
    const { status, headers, text } = await rawRequest(port, { path: '/', host: 'bar.bars.example' });

    t.is(status, 503);
    t.is(headers['retry-after'], '1');
    t.like(JSON.parse(text), { success: false, code: 'tenant_unreachable' });
    t.deepEqual(lost, ['bar', 'bar'], 'it is asked for once more');
    t.is(open(), 0);
  }, dead);
});

function upgrade(port: number, host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.endsWith('ping')) socket.end();
      else if (/101[\s\S]*\r\n\r\n$/.test(text)) socket.write('ping');
    });
    socket.once('close', () => resolve(text));
    socket.once('error', reject);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n`,
    );
  });
}

test('a socket is passed on both ways and counts as use until it closes', async (t) => {
  await withIngress(async ({ port, seen, open }) => {
    const text = await upgrade(port, 'bar.bars.example', '/socket.io/');

    t.regex(text, /^HTTP\/1\.1 101 .*ping$/s);
    t.is(seen.find(({ url }) => url === '/socket.io/')?.headers['x-forwarded-for'], '127.0.0.1');
    while (open() > 0) await new Promise((resolve) => setImmediate(resolve));
    t.is(open(), 0);
  });
});

test('a socket to an unknown venue or an inner path is refused', async (t) => {
  await withIngress(async ({ port, seen }) => {
    t.regex(await upgrade(port, 'nobody.bars.example', '/'), /^HTTP\/1\.1 404 /);
    t.regex(await upgrade(port, 'bar.bars.example', '/internal/socket'), /^HTTP\/1\.1 404 /);
    t.regex(await upgrade(port, 'bars.example', '/'), /^HTTP\/1\.1 404 /);
    t.deepEqual(seen, []);
  });
});

const HELD = 'POST /x HTTP/1.1\r\nHost: bar.bars.example\r\nX-Forwarded-For: 6.6.6.6\r\nContent-Length: 9\r\n\r\n1';

test('whoever leaves requests half-sent, or sockets open, keeps nobody else out and is told to wait', async (t) => {
  await withIngress(
    async ({ port, open }) => {
      const answers: string[] = [];
      const sockets = Array.from({ length: 300 }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined).on('data', (chunk) => answers.push(String(chunk)));
        return socket;
      });
      for (const socket of sockets) socket.write(HELD);
      const refused = () => answers.filter((answer) => /^HTTP\/1\.1 503 [\s\S]*retry-after: 1/i.test(answer)).length;
      await until(() => open() === 128 && refused() === 300 - 128, 'those beyond the limit are refused');
      const from = (visitor: string) =>
        rawRequest(port, { path: '/', host: 'bar.bars.example', headers: { 'x-forwarded-for': visitor } });

      t.is((await from('7.7.7.7')).status, 200);
      t.is((await from('6.6.6.6')).status, 503);
      t.regex(await upgrade(port, 'bar.bars.example', '/socket.io/'), /^HTTP\/1\.1 503 /);

      for (const socket of sockets) socket.destroy();
      await until(() => open() === 0, 'they are gone');
      t.is((await from('6.6.6.6')).status, 200);
    },
    { isTrusted: (_address, hop) => hop === 0 },
  );
});

test('whoever invents one subdomain after another has as many looked up at once as with one, and keeps nobody else out', async (t) => {
  const asked: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const findVenue: IngressDeps['findVenue'] = async (name) => {
    if (name === 'bar') return { id: 'bar', status: 'active' };
    asked.push(name);
    await answered;
    return undefined;
  };
  await withIngress(
    async ({ port }) => {
      const ask = (name: string, visitor: string) =>
        rawRequest(port, { path: '/', host: `${name}.bars.example`, headers: { 'x-forwarded-for': visitor } });
      const refused: unknown[] = [];
      const all = Array.from({ length: 200 }, async (_, at) => {
        const { status, headers } = await ask(`made-up-${at}`, '6.6.6.6');
        if (status === 503) refused.push(headers['retry-after']);
        return status;
      });
      const settled = Promise.allSettled(all);

      await until(() => refused.length === 200 - 128, 'those beyond the limit are refused');
      t.is(asked.length, 128);
      t.deepEqual([...new Set(refused)], ['1']);
      t.is((await ask('bar', '7.7.7.7')).status, 200);
      answer();
      t.is((await settled).filter((one) => one.status === 'fulfilled' && one.value === 404).length, 128);
      t.is((await ask('bar', '6.6.6.6')).status, 200);
    },
    { isTrusted: (_address, hop) => hop === 0, findVenue },
  );
});

test('what all venues share is answered by the platform, for whatever venue and without waking it', async (t) => {
  const refuse = async (): Promise<never> => {
    throw new Error('no venue is needed');
  };
  await withIngress(
    async ({ port, seen }) => {
      for (const name of ['bar', 'shut', 'nobody'])
        for (const path of ['/shared/drinks/12-abc/since/11-def', '/shared/drinks/12-abc?v=1'])
          t.is((await rawRequest(port, { path, host: `${name}.bars.example` })).text, 'the platform');
      for (const path of [
        '/shared/../api/items',
        '/shared/%2e%2e/x',
        '/shared',
        '/shared/',
        '/Shared/drinks',
        '/x/shared/y',
      ])
        t.not((await rawRequest(port, { path, host: 'bar.bars.example' })).text, 'the platform', path);
      t.deepEqual(seen, []);
    },
    { findVenue: refuse, endpointOf: refuse },
  );
});

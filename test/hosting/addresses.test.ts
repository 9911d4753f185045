import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { io } from 'socket.io-client';
import { platformEnvSchema } from '../../api/src/config.ts';
import { addressesOf } from '../../api/src/settings.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

test('a tenant reaches the database at the address that is told for tenants, the platform at its own', async (t) => {
  const line = await startLink(t, serverUrl());
  const through = new URL(serverUrl());
  through.port = new URL(line.url).port;
  const platform = await startTestPlatform({ TENANT_DATABASE_URL: through.href });
  t.teardown(platform.stop);
  const venue = await newVenue(platform, await newOwner(platform));
  const create = (name: string) => venue.call('POST', '/api/items', { name, unit: 'л' });
  t.is((await create('Ром')).status, 201);

  await line.cut();

  t.is((await create('Виски')).status, 503, 'its line to the database is down');
  t.is((await fetch(`${platform.url}/readyz`)).status, 200, 'that of the platform is not');
  await line.mend();
});

test('a tenant reaches the platform, and the chat it stands in for, at the address that is told for tenants', (t) => {
  const env = { TENANT_PLATFORM_URL: 'http://10.0.0.1:3000/' };
  const { ofTenants, platformUrl } = addressesOf(loadConfig(platformEnvSchema, env), 'postgres://db/ostatok', 3000);

  t.is(platformUrl, 'http://127.0.0.1:3000');
  const reached = ofTenants('process');
  t.like(reached, { platformUrl: 'http://10.0.0.1:3000', databaseUrl: 'postgres://db/ostatok' });
  t.is(reached.telegramApiRootOf('t1'), 'http://10.0.0.1:3000/sandbox/telegram');
});

test('with several roots of the Bot API a tenant is passed on by the platform, which knows the one that answers', (t) => {
  const roots = 'https://relay.example/, https://api.telegram.org';
  const config = loadConfig(platformEnvSchema, { TELEGRAM_API_ROOT: roots });
  const addresses = addressesOf(config, 'postgres://db/ostatok', 3000);

  t.deepEqual(addresses.telegramApiRoots, ['https://relay.example', 'https://api.telegram.org']);
  t.is(addresses.ofTenants('process').telegramApiRootOf('t1'), 'http://127.0.0.1:3000/internal/telegram/t1');
  t.regex(
    t.throws(() => loadConfig(platformEnvSchema, { TELEGRAM_API_ROOT: 'https://relay.example, telegram' })).message,
    /TELEGRAM_API_ROOT: нужен адрес вида/,
  );
});

test('a tenant in a container reaches this machine at its address in their network, and Telegram through it', (t) => {
  const config = loadConfig(platformEnvSchema, { HOSTING: 'docker', HOSTING_BEFORE: 'process' });
  const addresses = addressesOf(config, 'postgres://postgres@127.0.0.1:5432/ostatok', 3000, '172.18.0.1');
  const ofTenants = addresses.ofTenants('docker');

  t.is(ofTenants.platformUrl, 'http://172.18.0.1:3030');
  t.is(ofTenants.telegramApiRootOf('t1'), 'http://172.18.0.1:3030/internal/telegram/t1');
  t.is(ofTenants.databaseUrl, 'postgres://postgres@172.18.0.1:5432/ostatok');
  const elsewhere = {
    HOSTING: 'docker',
    DATABASE_URL: 'postgres://p:w@db.example/ostatok',
    SECRET_KEY: 'x'.repeat(32),
  };
  const relayed = addressesOf(loadConfig(platformEnvSchema, elsewhere), elsewhere.DATABASE_URL, 3000, '172.18.0.1');
  t.is(relayed.ofTenants('docker').databaseUrl, 'postgres://p:w@172.18.0.1:3031/ostatok');
  t.is(addresses.ofTenants('process').platformUrl, 'http://127.0.0.1:3000', 'one that was not moved yet');
});

test('a tenant of a swarm reaches the platform at its machine, or at what stands before several of them', (t) => {
  const given = { HOSTING: 'swarm', DATABASE_URL: 'postgres://postgres@10.0.0.5/ostatok', SECRET_KEY: 'x'.repeat(32) };
  const tenantsOf = (env: Record<string, string>) =>
    addressesOf(loadConfig(platformEnvSchema, env), given.DATABASE_URL, 3000, '10.0.0.11').ofTenants('swarm');

  t.is(tenantsOf(given).platformUrl, 'http://10.0.0.11:3000');
  t.is(tenantsOf(given).databaseUrl, given.DATABASE_URL);
  const before = tenantsOf({ ...given, TENANT_PLATFORM_URL: 'http://10.0.0.2:8000' });
  t.is(before.telegramApiRootOf('t1'), 'http://10.0.0.2:8000/internal/telegram/t1');
});

test('a swarm is not asked for with a database that its machines do not reach, or images nobody can name', (t) => {
  const refuse = (env: Record<string, string>) => t.throws(() => loadConfig(platformEnvSchema, env)).message;
  t.regex(refuse({ HOSTING: 'swarm' }), /HOSTING=swarm: нужна база/);
  const base = { HOSTING: 'swarm', SECRET_KEY: 'x'.repeat(32) };
  t.regex(refuse({ ...base, DATABASE_URL: 'postgres://postgres@127.0.0.1/ostatok' }), /TENANT_DATABASE_URL: /);
  const DATABASE_URL = 'postgres://postgres@10.0.0.5/ostatok';
  t.regex(refuse({ ...base, DATABASE_URL, TENANT_REGISTRY: 'https://registry.example' }), /TENANT_REGISTRY: /);
  t.notThrows(() =>
    loadConfig(platformEnvSchema, { ...base, DATABASE_URL, TENANT_REGISTRY: 'registry.example:5000/bar' }),
  );
});

test("an address that has passed to another venue gives nobody the other's pages or data", async (t) => {
  const platform = await startTestPlatform();
  t.teardown(platform.stop);
  const owner = await newOwner(platform);
  const [venue, other] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л' });
  await other.call('POST', '/api/items', { name: 'Виски', unit: 'л' });
  const { runtime } = platform.venues;
  const theirs = await runtime.endpointOf(other.id);
  const socketTo = async (): Promise<string> => {
    const socket = io(platform.url, {
      auth: { token: venue.token },
      transports: ['websocket'],
      extraHeaders: { host: `${venue.subdomain}.localhost:${platform.port}` },
    });
    t.teardown(() => socket.close());
    return new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
  };

  // as another api process leaves it that has put the venue to sleep
  await runtime.stop(venue.id);
  runtime.onEndpointChanged(venue.id, theirs);
  const { body } = await venue.call('GET', '/api/items');
  t.deepEqual(
    body.items.map(({ name }: { name: string }) => name),
    ['Ром'],
  );
  await runtime.stop(venue.id);
  runtime.onEndpointChanged(venue.id, theirs);
  t.is(await socketTo(), 'connected');
  t.not(await runtime.endpointOf(venue.id), theirs);
});

test('a program that has got the port of a venue learns nothing that opens the venue, and is not taken for it', async (t) => {
  const platform = await startTestPlatform();
  t.teardown(platform.stop);
  const venue = await newVenue(platform, await newOwner(platform));
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л' });
  const { runtime, secrets } = platform.venues;
  const stats = await runtime.stats(venue.id);
  const received: { method: string; path: string; authorization: string }[] = [];
  const stranger = createServer((req, res) => {
    received.push({ method: `${req.method}`, path: `${req.url}`, authorization: `${req.headers.authorization}` });
    res.end(JSON.stringify({ success: true, stats: { ...stats, itemCount: 1000 } }));
  });
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => stranger.close());
  const theirs = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;

  // as the end of the api process that ran it leaves it
  await runtime.stop(venue.id);
  runtime.onEndpointChanged(venue.id, theirs);
  await until(
    async () => (await platform.db('tenants').where({ id: venue.id }).first('endpoint')).endpoint === theirs,
    'the address of before is stored',
  );
  t.deepEqual(await runtime.stats(venue.id), stats);

  const row = await platform.db('tenants').where({ id: venue.id }).first();
  t.not(row.endpoint, theirs);
  t.true(received.length > 1);
  t.deepEqual(
    received.filter(({ authorization }) => authorization.includes(secrets.internalOf(row))),
    [],
  );
  for (const { method, path, authorization } of received) {
    for (const host of [new URL(row.endpoint).host, new URL(theirs).host]) {
      const reply = await rawRequest(Number(new URL(row.endpoint).port), {
        method,
        path,
        host,
        headers: { authorization },
      });
      t.is(reply.status, 401, `${method} ${path} for ${host}`);
    }
  }
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createNginx } from '../../../api/src/ingress/sites/nginx.ts';
import type { SitePlaces } from '../../../api/src/ingress/sites/site-places.ts';
import { createSites } from '../../../api/src/ingress/sites/sites.service.ts';
import { createDatabase } from '../database/postgres.ts';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';
import { install, runNginx, type TestNginx } from './nginx.ts';

export const MARK = 'ostatok:11111111-1111-4111-8111-111111111111';

/** What ends with the test, or the bench, that has started it. */
export interface Teardown {
  teardown: (end: () => unknown) => void;
}

/** Stands in for an api process. */
export async function startBackend(t: Teardown, listener: RequestListener): Promise<Server & { port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

/** Inserts tenants with these subdomains; their ids are returned in that order. */
export async function insertTenants(db: Knex, subdomains: string[]): Promise<string[]> {
  const email = `owner-${randomBytes(5).toString('hex')}@bar.example`;
  const [owner] = await db('users').insert({ email, name: 'Анна', email_verified: true }).returning('id');
  const rows = subdomains.map((subdomain) => ({
    id: `t${randomBytes(5).toString('hex')}`,
    owner_id: owner.id,
    subdomain,
    display_name: 'Бар',
    status: 'active',
    bot_id: Math.floor(Number.MAX_SAFE_INTEGER * Math.random()),
    bot_token_sealed: '',
    admin_username: 'anna',
    database_password_sealed: '',
    internal_secret_sealed: '',
  }));
  await db.batchInsert('tenants', rows, 500);
  return rows.map(({ id }) => id);
}

export function askSecurely(port: number, name: string, path = '/') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    text: string;
    subject: string;
    serial: string;
  }>();
  const headers = { host: name };
  const options = { host: '127.0.0.1', port, path, servername: name, headers, rejectUnauthorized: false, agent: false };
  const sent = request(options, async (answer) => {
    const { subject, serialNumber } = (answer.socket as TLSSocket).getPeerX509Certificate() ?? {
      subject: '',
      serialNumber: '',
    };
    const text = await readText(answer);
    resolve({ status: answer.statusCode ?? 0, text, subject, serial: serialNumber });
  });
  sent.once('error', reject);
  sent.end();
  return promise;
}

/** A platform's database, a folder and a real nginx on them, without a platform. */
export async function startSites(t: Teardown, given: Partial<SitePlaces> = {}) {
  await install('nginx');
  const folder = join(await mkdtemp(join(tmpdir(), 'ostatok-nginx-')), 'sites');
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 6 });
  const places: SitePlaces = {
    folder,
    httpPort: await ownPort(),
    httpsPort: await ownPort(),
    hasIpv6: false,
    baseDomain: 'bars.example',
    ownNames: ['bars.example'],
    upstreams: ['127.0.0.1:9'],
    certificate: undefined,
    ...given,
  };
  const started: TestNginx[] = [];
  t.teardown(async () => {
    for (const one of started) await one.stop();
    await db.destroy();
    await database.drop();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });
  const nginxAt = (httpPort: number) => createNginx({ command: 'nginx', host: '127.0.0.1', httpPort });
  const nginx = nginxAt(places.httpPort);
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent');
  const make = (more: Partial<SitePlaces> = {}) =>
    createSites({
      db,
      lockPool: db,
      places: { ...places, ...more },
      nginx: nginxAt(more.httpPort ?? places.httpPort),
      mark: async () => MARK,
      openKey: (sealed) => sealed,
      log,
      now: () => new Date(),
    });
  const sites = make();

  /** Writes the first files and runs nginx on them. */
  async function begin(): Promise<TestNginx> {
    // nobody serves the first files before nginx runs
    await sites.sync().catch(() => undefined);
    const one = await runNginx(folder);
    started.push(one);
    await until(async () => {
      if (one.child.exitCode !== null) throw new Error('nginx ended; NGINX_LOG=1 shows why');
      return (await nginx.serves()) !== undefined;
    }, 'nginx answers');
    await sites.sync();
    return one;
  }
  return {
    db,
    folder,
    places,
    nginx,
    sites,
    make,
    begin,
    /** Asks by https under that name, whatever the certificate; says what answered and by which certificate. */
    askSecurely: (name: string) => askSecurely(places.httpsPort, name),
    files: async (): Promise<string[]> =>
      (await readdir(join(folder, 'current'))).filter((name) => name.startsWith('site-')).sort(),
    read: (name: string): Promise<string> => readFile(join(folder, 'current', name), 'utf8'),
  };
}

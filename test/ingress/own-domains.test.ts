import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import test from 'ava';
import { makeCertificate } from '../support/ingress/certificates.ts';
import { mayHave } from '../support/ingress/nginx.ts';
import { startAuthority } from '../support/ingress/pebble.ts';
import { reserveNginx } from '../support/ingress/platform-behind-nginx.ts';
import { callVenue, newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const withAuthority = mayHave('nginx', 'pebble') ? test : test.skip;
const DOMAIN = 'sklad.moybar.example';
const DAY_MS = 86_400_000;

/** Asks by https as a browser does: an answer under a certificate that `ca` does not vouch for is an error. */
function visit(port: number, name: string, ca: string, path = '/healthz', posted?: object) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string; serial: string }>();
  const headers = { host: name, ...(posted && { 'content-type': 'application/json' }) };
  const method = posted ? 'POST' : 'GET';
  const options = { host: '127.0.0.1', port, method, path, servername: name, headers, ca, agent: false };
  const sent = request(options, async (answer) => {
    const serial = (answer.socket as TLSSocket).getPeerX509Certificate()?.serialNumber ?? '';
    resolve({ status: answer.statusCode ?? 0, body: await text(answer), serial });
  });
  sent.once('error', reject);
  sent.end(posted && JSON.stringify(posted));
  return promise;
}

withAuthority(
  'a venue gets a domain of its own with a certificate, which is renewed, and what fails is tried again and told',
  async (t) => {
    const tls = await mkdtemp(join(tmpdir(), 'ostatok-tls-'));
    t.teardown(() => rm(tls, { recursive: true, force: true }));
    const wildcard = await makeCertificate(tls, ['localhost', '*.localhost']);
    const nginx = await reserveNginx(t);
    const authority = await startAuthority(t, nginx.httpPort);
    const platform = await startTestPlatform({
      ...nginx.env,
      PUBLIC_URL: `https://localhost:${nginx.httpsPort}`,
      TLS_CERT: wildcard.certificate,
      TLS_KEY: wildcard.key,
      ACME_DIRECTORY: authority.directory,
    });
    t.teardown(platform.stop);
    await nginx.run();
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const other = await newVenue(platform, owner);
    await platform.db('users').where({ id: owner.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(owner.userId);
    const path = (id: string) => `/api/admin/tenants/${id}/domain`;
    const domain = async () => (await owner.call('GET', path(venue.id))).body.domain;
    const row = () => platform.db('own_domains').where({ tenant_id: venue.id }).first();
    const lines = async (): Promise<{ id: string; details: string[] }[]> =>
      (await owner.call('GET', '/api/admin/attention')).body.attention.filter(
        ({ id }: { id: string }) => id === 'own_certificates',
      );

    t.is((await owner.call('PUT', path(venue.id), { domain: 'https://moybar.example' })).status, 400);
    t.is((await owner.call('PUT', path(venue.id), { domain: 'bar.localhost' })).status, 400, 'ours is not theirs');
    authority.nowhere.add(DOMAIN);
    t.is((await owner.call('PUT', path(venue.id), { domain: DOMAIN.toUpperCase() })).status, 200);
    await until(async () => Boolean((await domain()).problem), 'the first order fails');
    t.like(await domain(), { name: DOMAIN, certificate_until: null });
    t.like(await row(), { failures: 1 });
    t.true((await row()).order_at > new Date());
    t.regex((await lines())[0]?.details[0] ?? '', /sklad\.moybar\.example: Удостоверяющий центр не выдал сертификат/);
    t.is((await owner.call('PUT', path(other.id), { domain: DOMAIN })).body.code, 'domain_taken');

    authority.nowhere.clear();
    const orderNow = async () => {
      const order_at = new Date();
      await platform.db('own_domains').update({ order_at });
      // the periodic job may be at it
      await until(async () => {
        await platform.certificates?.run();
        return (await row()).order_at > order_at;
      }, 'the order is done');
    };
    await orderNow();
    t.like(await domain(), { problem: null });
    t.truthy((await domain()).certificate_until);
    t.deepEqual(await lines(), []);
    const root = await authority.root();
    const seen = () => visit(nginx.httpsPort, DOMAIN, root);
    await until(
      () =>
        seen().then(
          ({ status }) => status === 200,
          () => false,
        ),
      'the domain answers by https',
    );
    // for a moment the processes of the earlier configuration answer too
    await until(async () => {
      const { headers } = await rawRequest(nginx.httpPort, { path: '/panel', host: DOMAIN });
      return headers.location === `https://${DOMAIN}:${nginx.httpsPort}/panel`;
    }, 'plain requests are sent to https');
    t.regex((await visit(nginx.httpsPort, DOMAIN, root, '/')).body, /<!doctype html>/i);
    const signedIn = await visit(nginx.httpsPort, DOMAIN, root, '/api/auth/login', venue.credentials);
    t.is(signedIn.status, 200, signedIn.body);
    const manifest = JSON.parse((await visit(nginx.httpsPort, DOMAIN, root, '/scan/manifest.webmanifest')).body);
    t.true(new URL(manifest.start_url, `https://${DOMAIN}/scan/`).href.startsWith(`https://${DOMAIN}/scan`));
    const { serial } = await seen();
    const folder = join(nginx.folder, 'certificates');
    const files = await readdir(folder);
    t.is(files.length, 2);
    for (const name of files) t.is((await stat(join(folder, name))).mode & 0o777, 0o600);
    const text = JSON.stringify(await row());
    t.false(text.includes('PRIVATE KEY'), 'its key is sealed in the database');
    t.is((await callVenue(platform, venue.subdomain, 'GET', '/healthz')).status, 200, 'the subdomain stays');

    await orderNow();
    await until(async () => (await seen()).serial !== serial, 'a renewed certificate is taken');
    const ofBefore = async () => (await readdir(folder)).filter((name) => files.includes(name));
    await until(async () => (await ofBefore()).length === 0, 'the files of the one before are gone');
    const due = (await row()).expires_at.getTime() - (await row()).order_at.getTime();
    t.true(due >= 29 * DAY_MS && due <= 30 * DAY_MS, 'it is renewed thirty days before its end');
    t.deepEqual(await platform.db('acme_challenges'), []);
    t.is((await platform.db('acme_accounts')).length, 1);

    await platform.db('own_domains').update({ expires_at: new Date(Date.now() + 13 * DAY_MS) });
    t.is((await lines()).length, 1, 'administrators are alerted fourteen days before its end');

    t.is((await owner.call('PUT', path(venue.id), { domain: null })).status, 200);
    await until(
      () =>
        seen().then(
          () => false,
          () => true,
        ),
      'the domain is nobody’s',
    );
    t.deepEqual(await lines(), []);
    t.is(await domain(), null);
  },
);

import { createECDH, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { PushedNotice } from '@ostatok/tenant-runtime/contract/push.ts';
import type { ExecutionContext } from 'ava';
import ece from 'http_ece';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import { makeCertificate } from '../ingress/certificates.ts';

/** The status of a request whose connection is cut. */
export const CUT = 0;

interface Received {
  path: string;
  notice: PushedNotice;
  /** Of the sender's token, whose signature was verified. */
  claims: JWTPayload;
  ttl: string | undefined;
}

/** A public key of VAPID as a JSON Web Key. */
function jwkOf(key: string): { kty: string; crv: string; x: string; y: string } {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  return { kty: 'EC', crv: 'P-256', x, y };
}

let trusted: Promise<{ key: Buffer; cert: Buffer }> | undefined;

/** Makes a certificate that this process trusts from now on. */
async function trustOwnCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-push-'));
  const paths = await makeCertificate(folder, ['127.0.0.1']);
  const [key, cert] = await Promise.all([readFile(paths.key), readFile(paths.certificate)]);
  await rm(folder, { recursive: true });
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()]);
  return { key, cert };
}

/** A push service (RFC 8030, 8291, 8292) and the phones that are subscribed there. */
export async function startPushService(t: ExecutionContext) {
  trusted ??= trustOwnCertificate();
  const tls = await trusted;
  const phones = new Map<string, { pair: ReturnType<typeof createECDH>; auth: string; vapid: string }>();
  const received: Received[] = [];
  /** What the next requests are answered, before 201. */
  const statuses: number[] = [];
  const server = createServer(tls, async (req, res) => {
    const path = req.url ?? '';
    const phone = phones.get(path);
    const content = await buffer(req);
    const status = phone ? (statuses.shift() ?? 201) : 410;
    if (status === CUT) return void req.socket.destroy();
    if (!phone || status !== 201) return void res.writeHead(status).end();
    const [, token = '', sender = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(req.headers.authorization ?? '') ?? [];
    if (sender !== phone.vapid) return void res.writeHead(403).end();
    const { payload } = await jwtVerify(token, await importJWK(jwkOf(sender), 'ES256'));
    const plain = ece.decrypt(content, { version: 'aes128gcm', privateKey: phone.pair, authSecret: phone.auth });
    received.push({ path, notice: JSON.parse(plain.toString()), claims: payload, ttl: req.headers.ttl as string });
    res.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url,
    received,
    statuses,
    /** A phone's browser subscribes under the venue's key; returns what it sends to the venue. */
    subscribe(vapid: string) {
      const pair = createECDH('prime256v1');
      const path = `/${randomBytes(8).toString('hex')}`;
      const auth = randomBytes(16).toString('base64url');
      phones.set(path, { pair, auth, vapid });
      return { endpoint: url + path, keys: { p256dh: pair.generateKeys('base64url'), auth } };
    },
    /** The app was removed from the phone. */
    forget: (endpoint: string): boolean => phones.delete(new URL(endpoint).pathname),
  };
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
/** As signatures want it: every sign but letters, digits and -._~ is escaped. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalRequest({ method, headers }: IncomingMessage, url: URL, signedHeaders: string): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  return [method, url.pathname, query, lines.join(''), signedHeaders, payload].join('\n');
}

/** Checks a request's Signature Version 4, as the service's documentation describes it. Returns the error's code. */
export function signatureMistake(req: IncomingMessage, url: URL, accounts: Map<string, string>): string | undefined {
  const [, account = '', day = '', region = '', signedHeaders = '', signature = ''] =
    AUTHORIZATION.exec(req.headers.authorization ?? '') ?? [];
  const secret = accounts.get(account);
  if (!signature) return 'AccessDenied';
  if (secret === undefined) return 'InvalidAccessKeyId';
  const moment = String(req.headers['x-amz-date']);
  if (!signedHeaders.split(';').includes('host') || !moment.startsWith(day)) return 'AccessDenied';
  const request = createHash('sha256')
    .update(canonicalRequest(req, url, signedHeaders))
    .digest('hex');
  const text = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/s3/aws4_request`, request].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

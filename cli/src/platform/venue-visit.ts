import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type CallEndpoint, type CallParts, encodeCall } from '@ostatok/kit/contract/endpoint.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import { printableValue } from '../output/printable.ts';
import type { Api } from './api-client.ts';
import { connectionRefusal } from './connection-errors.ts';

/** Longer than a venue may read a file. */
const LONGEST_MS = 150_000;

/** Calls one endpoint of the tenant: `visit('GET /api/items/:id', { params: { id } })`. */
export type Visit = CallEndpoint<VenueEndpoints, unknown>;

/**
 * Node asks the resolver for names under `.localhost`, which often does not know them, and `fetch` takes no Host
 * header: such a name, which every browser knows, is resolved here.
 */
const lookupLocal: LookupFunction = (_name, { all }, found) =>
  all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);

interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

function send(url: URL, { method, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((fulfil, reject) => {
    const asked = request(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      timeout: LONGEST_MS,
      ...(url.hostname.endsWith('.localhost') ? { lookup: lookupLocal } : {}),
    });
    asked.once('error', reject);
    asked.once('timeout', () => asked.destroy(new Error('timeout')));
    asked.once('response', (response) => {
      text(response).then((said) => fulfil({ status: response.statusCode ?? 0, text: said }), reject);
    });
    if (body instanceof FormData) {
      const form = new Response(body);
      asked.setHeader('content-type', form.headers.get('content-type') ?? '');
      pipeline(Readable.fromWeb(form.body as ReadableStream), asked).catch((error) => asked.destroy(error));
    } else asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(said: string): { error?: string; code?: string } {
  try {
    return JSON.parse(said, printableValue) ?? {};
  } catch {
    return {};
  }
}

/** Creates the client of the tenant at `origin`. Its calls throw UserError. */
function callerOf(origin: string, headers: Record<string, string>): Visit {
  return (name, ...[input = {}]) => {
    const { method, path, body } = encodeCall(name, input as CallParts);
    return ask(origin + path, { method, headers, body: method === 'POST' ? (body ?? {}) : body });
  };
}

async function ask<T>(url: string, sent: Sent): Promise<T> {
  const { status, text: said } = await send(new URL(url), sent).catch((error) => {
    throw connectionRefusal(new Error('', { cause: error }), url);
  });
  const answer = parsed(said);
  if (status >= 200 && status < 300) return answer as T;
  throw new UserError(answer.error ?? `Заведение ответило ${status}`, answer.code ?? 'venue', status);
}

/**
 * Opens a support visit to a tenant with a reason that its owner can read: the platform grants access, and the tenant
 * logs the visit. The visit ends when the callback does.
 */
export async function visitVenue<T>(
  api: Api,
  tenantId: string,
  reason: string,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { url } = await api.call('POST /api/admin/tenants/:id/support-session', {
    params: { id: tenantId },
    body: { reason },
  });
  const { origin, hash } = new URL(url);
  const { token } = await callerOf(origin, {})('POST /api/auth/support', { body: { token: hash.slice(1) } });
  const visit = callerOf(origin, { authorization: `Bearer ${token}` });
  try {
    return await work(visit);
  } finally {
    // signing out ends the visit of this token, and no other that has the same reason
    await visit('POST /api/auth/logout', { body: {} }).catch(() => undefined);
  }
}

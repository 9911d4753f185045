import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { UserError } from '../errors/user-error.ts';
import { printableValue } from '../output/printable.ts';
import type { Api } from './api-client.ts';
import { connectionRefusal } from './connection-errors.ts';

const LONGEST_MS = 30_000;

interface Visit {
  get: <T>(path: string) => Promise<T>;
  post: <T>(path: string, body: unknown) => Promise<T>;
}

/**
 * Node asks the resolver for names under `.localhost`, which often does not know them, and `fetch` takes no Host
 * header: such a name, which every browser knows, is resolved here.
 */
const lookupLocal: LookupFunction = (_name, { all }, found) =>
  all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);

function send(url: URL, headers: Record<string, string>, body?: unknown): Promise<{ status: number; text: string }> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((fulfil, reject) => {
    const asked = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      timeout: LONGEST_MS,
      ...(url.hostname.endsWith('.localhost') ? { lookup: lookupLocal } : {}),
    });
    asked.once('error', reject);
    asked.once('timeout', () => asked.destroy(new Error('timeout')));
    asked.once('response', (response) => {
      text(response).then((said) => fulfil({ status: response.statusCode ?? 0, text: said }), reject);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parsed(said: string): { error?: string; code?: string } {
  try {
    return JSON.parse(said, printableValue) ?? {};
  } catch {
    return {};
  }
}

async function ask<T>(url: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const { status, text: said } = await send(new URL(url), headers, body).catch((error) => {
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
  const { url } = await api.post<{ url: string }>(`/api/admin/tenants/${tenantId}/support-session`, { reason });
  const { origin, hash } = new URL(url);
  const { token } = await ask<{ token: string }>(`${origin}/api/auth/support`, {}, { token: hash.slice(1) });
  const bearer = { authorization: `Bearer ${token}` };
  const visit: Visit = {
    get: (path) => ask(origin + path, bearer),
    post: (path, body) => ask(origin + path, bearer, body),
  };
  try {
    return await work(visit);
  } finally {
    await endVisit(visit, reason).catch(() => undefined);
  }
}

async function endVisit(visit: Visit, reason: string): Promise<void> {
  const { sessions } = await visit.get<{ sessions: { id: string; state: string; reason: string }[] }>('/api/support');
  const own = sessions.find((session) => session.state === 'running' && session.reason === reason);
  if (own) await visit.post(`/api/support/${own.id}/end`, {});
}

import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { Pagination } from '@ostatok/kit/contract/endpoint.ts';
import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { recover } from './recover.ts';
import { session } from './session.ts';

/** The timeout of reads on a connection that neither works nor breaks. */
const LONGEST_READ_MS = 30_000;

/** Aborts slow GET requests, which are then retried; a request that changes something is never aborted. */
const patiently: typeof fetch = (input, init = {}) => {
  const isReading = (init.method ?? 'GET') === 'GET';
  if (!isReading) return fetch(input, init);
  const enough = AbortSignal.timeout(LONGEST_READ_MS);
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, enough]) : enough });
};

/** The platform's API; throws ApiError, whose `status` and Russian `message` react-admin shows. */
const signedIn = {
  base: '',
  getToken: session.token,
  onUnauthorized: ({ token }: { token: string | null }) => recover(token),
};
export const api = createApiClient<PlatformEndpoints>({ ...signedIn, fetch: patiently });

/** For files and measurements, whose duration depends on their size. */
export const patientApi = createApiClient<PlatformEndpoints>(signedIn);

/** An API client that never asks to sign in again, for signing in and out. */
export const plainApi = createApiClient<PlatformEndpoints>({ base: '', getToken: session.token });

interface Envelope {
  success: true;
  pagination?: Pagination;
  message?: string;
  [key: string]: unknown;
}

interface RequestOptions {
  method?: string;
  body?: BodyInit | null;
  signal?: AbortSignal | null;
}

function send(url: string, { method = 'GET', body, signal }: RequestOptions): Promise<Envelope> {
  const options = signal ? { signal } : {};
  const data = typeof body === 'string' ? JSON.parse(body) : undefined;
  switch (method) {
    case 'POST':
      return api.post(url, data, options);
    case 'PUT':
      return api.put(url, data, options);
    case 'DELETE':
      return api.delete(url, options);
    default:
      return api.get(url, options);
  }
}

/** The HTTP client of ra-data-simple-rest: unwraps our envelope and puts the total where the library looks for it. */
export async function httpClient(url: string, options: RequestOptions = {}) {
  const { success: _, pagination, message: __, ...content } = await send(url, options);
  const json = Object.values(content)[0];
  // For instance, the network returned a page of its own.
  if ((options.method ?? 'GET') === 'GET' && (typeof json !== 'object' || json === null))
    throw new Error(`Failed to fetch ${url.replace(/^\/api\/admin\/|\?.*/g, '')}`);
  const headers = new Headers();
  // The total of an unpaged list is its length.
  const total = pagination?.total ?? (Array.isArray(json) ? json.length : undefined);
  if (total !== undefined) headers.set('content-range', `items */${total}`);
  return { status: 200, headers, body: '', json, pagination };
}

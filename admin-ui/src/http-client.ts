import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { recover } from './recover.ts';
import { session } from './session.ts';

/** A line that neither carries nor breaks must not keep anybody waiting for ever. */
const LONGEST_READ_MS = 30_000;

/** What only reads is given up after a while, and then asked for anew; what changes something is waited for. */
const patiently: typeof fetch = (input, init = {}) => {
  const isReading = (init.method ?? 'GET') === 'GET';
  if (!isReading) return fetch(input, init);
  const enough = AbortSignal.timeout(LONGEST_READ_MS);
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, enough]) : enough });
};

/** The platform's API under `/api`; throws ApiError, whose `status` and Russian `message` react-admin shows. */
const signedIn = {
  base: '',
  getToken: session.token,
  onUnauthorized: ({ token }: { token: string | null }) => recover(token),
};
export const api = createApiClient({ ...signedIn, fetch: patiently });

/** For files and measurements, which take as long as they are large. */
export const patientApi = createApiClient(signedIn);

/** The same, and nobody is asked to sign in: for signing in and out. */
export const plainApi = createApiClient({ base: '', getToken: session.token });

interface Envelope {
  success: true;
  pagination?: { total: number };
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

/** What ra-data-simple-rest calls: the one thing inside our envelope, and its total where it looks for one. */
export async function httpClient(url: string, options: RequestOptions = {}) {
  const { success: _, pagination, message: __, ...content } = await send(url, options);
  const json = Object.values(content)[0];
  // such as the page of somebody's network
  if ((options.method ?? 'GET') === 'GET' && (typeof json !== 'object' || json === null))
    throw new Error(`Failed to fetch ${url.replace(/^\/api\/admin\/|\?.*/g, '')}`);
  const headers = new Headers();
  // a list that comes whole counts itself
  const total = pagination?.total ?? (Array.isArray(json) ? json.length : undefined);
  if (total !== undefined) headers.set('content-range', `items */${total}`);
  return { status: 200, headers, body: '', json };
}

import { type CallEndpoint, encodeCall } from '../contract/endpoint.ts';

/** A call that failed. `message` is Russian and meant for users; `status` is 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string>;
  /** The whole response body, for single screens that need more of it. */
  readonly body: Record<string, unknown>;

  constructor(status: number, message: string, body: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unknown';
    this.errors = (body.errors ?? {}) as Record<string, string>;
    this.body = body;
  }
}

/** Whether the platform says that the tenant is unavailable now; it is not the tenant's own response to the request. */
export const isVenueAway = (error: unknown): boolean =>
  error instanceof ApiError && ['tenant_suspended', 'tenant_not_found'].includes(error.code);

/**
 * Whether to keep what was sent and retry: there was no response, or the server asks to retry later. Any other error is
 * final.
 */
export const worthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  isVenueAway(error);

export const NO_ANSWER = 'Нет связи с сервером. Проверьте интернет и повторите';

interface ApiClientOptions {
  /** The prefix of every path, such as `/api`. */
  base: string;
  getToken: () => string | null;
  /**
   * Returns the signed-in user: a request of one user is never repeated as another, who signed in meanwhile in another
   * tab.
   */
  getOwner?: () => unknown;
  /**
   * Called on a 401; if it resolves to true, the call is sent once more with the token that `getToken` then returns.
   */
  onUnauthorized?: (call: {
    path: string;
    token: string | null;
    error: ApiError;
  }) => Promise<boolean> | boolean | undefined;
  fetch?: typeof fetch;
}

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

const isPlain = (body: unknown): boolean =>
  !(body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer);

function requestOf(method: string, body: unknown, token: string | null, options: CallOptions): RequestInit {
  const headers = new Headers(options.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body === undefined) return { method, headers, signal: options.signal };
  if (!isPlain(body)) return { method, headers, body: body as BodyInit, signal: options.signal };
  headers.set('content-type', 'application/json');
  return { method, headers, body: JSON.stringify(body), signal: options.signal };
}

function explain(status: number): string {
  if (status === 413) return 'Файл слишком большой';
  if (status === 429) return 'Слишком много попыток. Подождите минуту и повторите';
  if (status >= 500) return 'Сервис временно не отвечает. Повторите через минуту';
  return 'Не удалось выполнить запрос';
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown> | null;
  const text = typeof body?.error === 'string' && body.error ? body.error : explain(response.status);
  return new ApiError(response.status, text, body ?? {});
}

/** Parses the body. A truncated one, or the login page of a network, counts as no response. */
async function bodyOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, NO_ANSWER, { code: 'offline' });
  }
}

/**
 * A JSON client over fetch: a successful call returns the body, any other throws {@link ApiError}. `T` is the type of
 * the endpoints that `call` knows.
 */
export function createApiClient<T = Record<never, never>>({
  base,
  getToken,
  getOwner,
  onUnauthorized,
  fetch: send,
}: ApiClientOptions) {
  async function sendOnce(method: string, path: string, body: unknown, options: CallOptions) {
    const token = getToken();
    try {
      const call = send ?? globalThis.fetch;
      return { token, response: await call(base + path, requestOf(method, body, token, options)) };
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw new ApiError(0, NO_ANSWER, { code: 'offline' });
    }
  }

  async function respond(method: string, path: string, body: unknown, options: CallOptions): Promise<Response> {
    const owner = getOwner?.();
    const first = await sendOnce(method, path, body, options);
    if (first.response.ok) return first.response;
    const error = await failureOf(first.response);
    if (error.status !== 401 || !(await onUnauthorized?.({ path, token: first.token, error }))) throw error;
    if (getOwner?.() !== owner) throw error;
    const { response } = await sendOnce(method, path, body, options);
    if (!response.ok) throw await failureOf(response);
    return response;
  }

  async function ask<T>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<T> {
    const response = await respond(method, path, body, options);
    return response.status === 204 ? (undefined as T) : bodyOf<T>(response, options.signal);
  }

  const call: CallEndpoint<T, CallOptions> = (name, ...[input = {}]) => {
    const { signal, headers, ...rest } = input as CallOptions;
    const { method, path, body } = encodeCall(name, rest);
    return ask(method, path.startsWith(base) ? path.slice(base.length) : path, body, {
      ...(signal && { signal }),
      ...(headers && { headers }),
    });
  };

  return {
    /** Calls one endpoint: `call('GET /api/admin/operations/:id', { params: { id } })`. */
    call,
    get: <T>(path: string, options?: CallOptions) => ask<T>('GET', path, undefined, options),
    post: <T>(path: string, body?: unknown, options?: CallOptions) => ask<T>('POST', path, body, options),
    put: <T>(path: string, body?: unknown, options?: CallOptions) => ask<T>('PUT', path, body, options),
    delete: <T>(path: string, { body, ...options }: CallOptions & { body?: unknown } = {}) =>
      ask<T>('DELETE', path, body, options),
    /** Downloads a file, such as an export. */
    blob: async (path: string, options: CallOptions = {}) => (await respond('GET', path, undefined, options)).blob(),
  };
}
export type ApiClient<T = Record<never, never>> = ReturnType<typeof createApiClient<T>>;

import type { SignedIn, Tokens } from '@ostatok/api/contract/auth.ts';

/** The person's mistake, or the platform's refusal: said in one sentence, without a stack. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(message: string, code = 'refused', status = 0) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
  }
}

export interface Connection {
  url: string;
  tokens?: { token: string; refreshToken?: string };
  /** Called with each renewed pair, so that the next command knows it. */
  onTokens?: (tokens: Tokens) => Promise<void>;
}

interface Ask {
  method?: string;
  /** JSON, or a form with files. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function send(
  url: string,
  token: string | undefined,
  { method = 'GET', body, headers, signal }: Ask,
): Promise<Response> {
  const form = body instanceof FormData ? body : undefined;
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(
      `Платформа не отвечает: ${new URL(url).origin}. Проверьте, что она запущена (npm start), и адрес в OSTATOK_URL.`,
      'unreachable',
    );
  }
}

async function read<T>(response: Response): Promise<T> {
  const answer = (await response.json().catch(() => undefined)) as (T & { error?: string; code?: string }) | undefined;
  if (response.ok && answer) return answer;
  const said = answer?.error ?? `Платформа ответила ${response.status} без объяснения`;
  if (response.status === 401)
    throw new Refusal(`${said}. Войдите: ostatok login`, answer?.code ?? 'unauthorized', 401);
  throw new Refusal(said, answer?.code ?? 'unexpected_answer', response.status);
}

/** JSON calls under `/api`; an expired access token is renewed once. Throws Refusal. */
export function createApi({ url, tokens, onTokens }: Connection) {
  let current = tokens;

  async function renew(): Promise<boolean> {
    if (!current?.refreshToken) return false;
    const response = await send(`${url}/api/auth/refresh`, undefined, {
      method: 'POST',
      body: { refreshToken: current.refreshToken },
    });
    if (!response.ok) return false;
    const renewed = (await response.json()) as Tokens;
    current = { token: renewed.token, refreshToken: renewed.refreshToken };
    await onTokens?.(renewed);
    return true;
  }

  async function ask(path: string, what: Ask = {}): Promise<Response> {
    const response = await send(url + path, current?.token, what);
    if (response.status !== 401 || path.startsWith('/api/auth/login') || !(await renew())) return response;
    return send(url + path, current?.token, what);
  }

  const call = async <T>(path: string, what: Ask = {}): Promise<T> => read<T>(await ask(path, what));

  return {
    url,
    get: <T>(path: string) => call<T>(path),
    post: <T>(path: string, body?: unknown, headers?: Record<string, string>) =>
      call<T>(path, { method: 'POST', body: body ?? {}, ...(headers ? { headers } : {}) }),
    put: <T>(path: string, body?: unknown) => call<T>(path, { method: 'PUT', body: body ?? {} }),
    delete: <T>(path: string) => call<T>(path, { method: 'DELETE' }),
    /** The answer itself, for what is no JSON: a workbook, a stream of events. Throws Refusal where it is none. */
    async open(path: string, signal?: AbortSignal): Promise<Response> {
      const response = await ask(path, signal ? { signal } : {});
      return response.ok ? response : read<never>(response);
    },
    login: (email: string, password: string) =>
      call<SignedIn>('/api/auth/login', { method: 'POST', body: { email, password, rememberMe: true } }),
  };
}
export type Api = ReturnType<typeof createApi>;

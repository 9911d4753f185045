import type { Tokens } from '@ostatok/api/contract/auth.ts';
import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { SignedIn } from '@ostatok/api/contract/sign-in.endpoints.ts';
import { type CallEndpoint, type CallParts, encodeCall } from '@ostatok/kit/contract/endpoint.ts';
import { sentence, UserError } from '../errors/user-error.ts';
import { printableValue } from '../output/printable.ts';
import { connectionRefusal, movedRefusal, strangeAnswer } from './connection-errors.ts';

const USER_AGENT = 'ostatok-cli';

interface Connection {
  url: string;
  tokens?: HeldTokens;
  /** Called with each renewed pair, so that the next command uses it. */
  onTokens?: (tokens: Tokens) => Promise<void>;
  /** Reads the pair that another command may have renewed meanwhile: each pair can be renewed only once. */
  keptTokens?: () => Promise<HeldTokens | undefined>;
}
interface HeldTokens {
  token: string;
  refreshToken?: string;
}

interface Ask {
  method?: string;
  /** JSON, or a form with files. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The time limit of a GET request; without it a silently dead connection would be waited for for minutes. */
const LOOK_MS = 30_000;

async function send(
  url: string,
  token: string | undefined,
  { method = 'GET', body, headers, signal }: Ask,
): Promise<Response> {
  const form = body instanceof FormData ? body : undefined;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error) => {
    if (signal?.aborted && error.name !== 'TimeoutError') throw error;
    throw connectionRefusal(error, url);
  });
  if (response.status >= 300 && response.status < 400) throw movedRefusal(response, url);
  return response;
}

interface Refused {
  error?: string;
  code?: string;
  /** Messages by field. */
  errors?: Record<string, string>;
}

/** The error's message with those messages of fields that it does not contain. */
function saidBy({ error, errors }: Refused): string | undefined {
  if (!error) return undefined;
  const more = Object.values(errors ?? {}).filter((text) => !error.includes(text));
  return more.length > 0 ? `${error}: ${more.join('; ')}` : error;
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text().catch((error) => {
    throw connectionRefusal(error, response.url);
  });
  const answer = parsed(text) as (T & Refused) | undefined;
  if (!answer) throw strangeAnswer(response);
  if (response.ok) return answer;
  const said = saidBy(answer) ?? `Платформа ответила ${response.status} без объяснения. Повторите через минуту`;
  const code = answer.code ?? 'unexpected_answer';
  if (response.status === 401 && code !== 'wrong_credentials')
    throw new UserError(
      `${sentence(said.replace(/^Войдите.*/, 'Вход не действует'))} Войдите: ostatok login`,
      code,
      401,
    );
  if (code === 'secure_account')
    throw new UserError(`${sentence(said)} Откройте ${new URL(response.url).origin}/profile`, code, response.status);
  throw new UserError(said, code, response.status);
}

function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text, printableValue);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * JSON calls under `/api`; an expired access token is renewed once, however many calls find it expired. Throws
 * UserError.
 */
export function createApi({ url, tokens, onTokens, keptTokens }: Connection) {
  let current = tokens;
  let renewing: Promise<boolean> | undefined;

  async function renew(refused: HeldTokens | undefined): Promise<boolean> {
    if (current !== refused) return true;
    const kept = await keptTokens?.();
    if (kept && kept.token !== refused?.token) {
      current = kept;
      return true;
    }
    if (!current?.refreshToken) return false;
    const response = await send(`${url}/api/auth/refresh`, undefined, {
      method: 'POST',
      body: { refreshToken: current.refreshToken },
    });
    if (response.status >= 500) throw strangeAnswer(response);
    if (!response.ok) return false;
    const renewed = await read<SignedIn>(response);
    current = { token: renewed.token, refreshToken: renewed.refreshToken };
    await onTokens?.(renewed);
    return true;
  }

  async function ask(path: string, what: Ask = {}): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const used = current;
      const response = await send(url + path, used?.token, what);
      // twice: a token that another command has renewed may have expired as well
      if (response.status !== 401 || tries > 2 || path.startsWith('/api/auth/login')) return response;
      renewing ??= renew(used).finally(() => {
        renewing = undefined;
      });
      if (!(await renewing)) return response;
    }
  }

  const askFor = async <T>(path: string, what: Ask = {}): Promise<T> => read<T>(await ask(path, what));

  /** Calls an endpoint whose types the caller knows; others use `call`. */
  async function sendCall<T>(name: string, { headers, signal, ...input }: CallOptions & CallParts): Promise<T> {
    const { method, path, body } = encodeCall(name, input);
    const enough = method === 'GET' ? AbortSignal.timeout(LOOK_MS) : undefined;
    const until = signal ?? enough;
    const sent = body ?? (method === 'POST' || method === 'PUT' ? {} : undefined);
    return read(await ask(path, { method, body: sent, ...(headers && { headers }), ...(until && { signal: until }) }));
  }

  const call: CallEndpoint<PlatformEndpoints, CallOptions> = (name, ...[input = {}]) => sendCall(name, input);

  return {
    url,
    /** Calls one endpoint: `call('GET /api/admin/operations/:id', { params: { id } })`. */
    call,
    send: sendCall,
    get: <T>(path: string) => askFor<T>(path, { signal: AbortSignal.timeout(LOOK_MS) }),
    post: <T>(path: string, body?: unknown, headers?: Record<string, string>, signal?: AbortSignal) =>
      askFor<T>(path, { method: 'POST', body: body ?? {}, ...(headers && { headers }), ...(signal && { signal }) }),
    put: <T>(path: string, body?: unknown) => askFor<T>(path, { method: 'PUT', body: body ?? {} }),
    delete: <T>(path: string) => askFor<T>(path, { method: 'DELETE' }),
    /**
     * Returns the raw response, for content that is not JSON: a workbook, a stream of events. Throws UserError for an
     * error response.
     */
    async open(path: string, signal?: AbortSignal): Promise<Response> {
      const response = await ask(path, signal ? { signal } : {});
      return response.ok ? response : read<never>(response);
    },
    /** `askCode` is called when the account has a second factor. */
    async login(email: string, password: string, askCode: () => Promise<string>): Promise<SignedIn> {
      const response = await ask('/api/auth/login', { method: 'POST', body: { email, password, rememberMe: true } });
      const question = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { code?: string; challenge?: string };
      if (question.code !== 'second_factor_required') return read<SignedIn>(response);
      const typed = (await askCode()).trim();
      const proof = /^\d[\d ]+$/.test(typed) ? { code: typed } : { recoveryCode: typed };
      return call('POST /api/auth/second-factor', { body: { challenge: question.challenge ?? '', ...proof } });
    },
  };
}
export type Api = ReturnType<typeof createApi>;

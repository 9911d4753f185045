import { ProviderRefused, ProviderUnavailable } from './provider.ts';

export interface YookassaAccess {
  shopId: string;
  secretKey: string;
  /** The base URL, for example https://api.yookassa.ru/v3 */
  apiUrl: string;
  timeoutMs?: number;
}

interface Question {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotenceKey?: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Errors that are not about the order: our key (401), a request under way, too many requests. The outcome of the order
 * is unknown.
 */
const PASSING = new Set([401, 408, 409, 425, 429]);

interface Answer {
  status: number;
  json: unknown;
}

const fieldOf = (json: unknown, name: string): unknown =>
  json && typeof json === 'object' && name in json ? (json as Record<string, unknown>)[name] : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the answer, or throws when nothing follows from it. Only a refusal in the API's own format counts as one,
 * because an error page of a proxy says nothing about the order. Returns undefined when the object does not exist.
 */
function judge({ status, json }: Answer, question: Question): unknown {
  const failure = `YooKassa answered ${question.method} ${question.path} with ${status}`;
  if (status === 200 && json !== undefined) return json;
  const code = fieldOf(json, 'code');
  const word = typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
  const parameter = fieldOf(json, 'parameter');
  // the key was used with another body, and whether that request was carried out is unknown
  const keyTaken = status === 400 && parameter === 'Idempotence-Key';
  if (!word || status < 400 || status >= 500 || PASSING.has(status) || keyTaken)
    throw new ProviderUnavailable(`${failure}${word ? ` ${word}` : ''}`);
  if (status === 404 && question.method === 'GET') return undefined;
  const about = typeof parameter === 'string' ? ` (${parameter.slice(0, 64)})` : '';
  throw new ProviderRefused(word, `${failure} ${word}${about}`);
}

/** Calls the API. Errors contain only the call and the answer's code: no key, no payer's address, no card. */
export function createYookassaHttp({ shopId, secretKey, apiUrl, timeoutMs = TIMEOUT_MS }: YookassaAccess) {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
  const root = apiUrl.replace(/\/+$/, '');

  async function send({ method, path, body, idempotenceKey }: Question): Promise<Answer> {
    const response = await fetch(root + path, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotenceKey ? { 'idempotence-key': idempotenceKey } : {}),
      },
      body: body && JSON.stringify(body),
      // the key is sent to no other host
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, json: parsed(await response.text()) };
  }

  return async (question: Question): Promise<unknown> => {
    const answer = await send(question).catch((error: Error) => {
      const { code } = (error.cause ?? {}) as { code?: unknown };
      const why = typeof code === 'string' ? code : error.name;
      throw new ProviderUnavailable(`YooKassa did not answer ${question.method} ${question.path}: ${why}`);
    });
    return judge(answer, question);
  };
}

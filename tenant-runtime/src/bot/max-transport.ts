import { requestIdHeader } from '@ostatok/kit/node/request-scope.ts';
import type { ApiClientOptions } from 'grammy';
import { filesOfBotApi } from './bot-api-files.ts';
import { accessFeature } from './features/access.ts';
import { createReplyLog, createWaiting } from './limits.ts';
import { botNamed, type Transport } from './transport.ts';

/** The platform keeps MAX's limits of rate, for which a call may wait. */
const TIMEOUT_S = 60;
/** The platform has MAX's token; it knows a venue by the secret that the two share. */
const TOKEN = '0:max';

interface MaxOptions {
  platformUrl: string;
  tenantId: string;
  secret: string;
}

type Headers = () => Record<string, string>;
/** The request as grammY makes it. */
interface ClientRequest {
  method: string;
  headers: Record<string, string>;
  body: string | AsyncIterable<Uint8Array>;
  signal: { aborted: boolean; addEventListener: (name: 'abort', listener: () => void) => void };
}

/**
 * Makes grammY's requests with these headers: it has no other way to add any. Its own signal is not one of the kind that
 * the process's fetch takes.
 */
function fetchWith(headers: Headers): NonNullable<ApiClientOptions['fetch']> {
  const send = (url: string, { method, headers: own, body, signal }: ClientRequest): Promise<Response> => {
    const ended = new AbortController();
    signal.addEventListener('abort', () => ended.abort());
    // a file is sent as it is read
    const init = { method, headers: { ...own, ...headers() }, body, signal: ended.signal, duplex: 'half' };
    return fetch(url, init as RequestInit);
  };
  return send as unknown as NonNullable<ApiClientOptions['fetch']>;
}

/** Carries the bot's calls to MAX through the platform, which makes them into MAX's own. */
export function createMaxTransport({ platformUrl, tenantId, secret }: MaxOptions): Transport {
  const apiRoot = new URL('/internal/max', platformUrl).href;
  const headers: Headers = () => ({
    authorization: `Bearer ${secret}`,
    'x-tenant-id': tenantId,
    ...requestIdHeader(),
  });
  return {
    channel: 'max',
    abilities: { maxText: 4000, maxRows: 30, forceReply: false, toasts: false },
    token: TOKEN,
    client: { apiRoot, timeoutSeconds: TIMEOUT_S, fetch: fetchWith(headers) },
    me: botNamed(1, 'bot'),
    files: filesOfBotApi({ token: TOKEN, apiRoot, headers }),
    transformers: [createWaiting()],
    replies: createReplyLog(),
    access: (deps) => accessFeature(deps, 'max'),
    hasStrangers: true,
  };
}

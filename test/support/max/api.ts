import { type Reply, refusal } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { BotRequest, Handler } from './bot-methods.ts';
import type { BotAccount, Dialogs } from './dialogs.ts';
import type { Files } from './files.ts';
import { dialogOfRequest } from './message-methods.ts';
import { createRateWindow } from './rate-window.ts';

const REQUESTS_PER_SECOND = 30;
const POLLS_PER_SECOND = 2;
const MESSAGES_PER_SECOND = 2;

/** A request that was refused with 429. */
export interface TooManyRequests {
  limit: 'requests' | 'polls' | 'messages';
  method: string;
  path: string;
  /** Time of `performance.now()`. */
  at: number;
}

export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The Authorization header; empty without one. */
  token: string;
  contentType: string;
  body: Buffer;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

interface Parts {
  /** By token. */
  accounts: Map<string, BotAccount>;
  dialogs: Dialogs;
  files: Files;
  handlers: Record<string, Handler>;
  limitWindowMs: number;
}

const invalidToken = (): Reply => refusal(401, 'verify.token', 'Invalid access_token');

/** Answers requests: addresses of files need no token, every method does. */
export function createApi({ accounts, dialogs, files, handlers, limitWindowMs }: Parts) {
  const tooManyRequests: TooManyRequests[] = [];
  const admitsRequest = createRateWindow(REQUESTS_PER_SECOND, limitWindowMs);
  const admitsPoll = createRateWindow(POLLS_PER_SECOND, limitWindowMs);
  const admitsMessage = createRateWindow(MESSAGES_PER_SECOND, limitWindowMs);

  function exceededLimit(method: string, request: BotRequest): TooManyRequests['limit'] | undefined {
    const { token } = request.account.bot;
    if (!admitsRequest(token)) return 'requests';
    if (method === 'GET /updates') return admitsPoll(token) ? undefined : 'polls';
    const dialog = dialogOfRequest(method, request, dialogs)?.dialog;
    return !dialog || admitsMessage(dialog.chatId) ? undefined : 'messages';
  }

  /** Finds the handler of a bot's request, or the reason why there is none. */
  function handlerOf(method: string, path: string): Handler | Reply {
    const handler = handlers[`${method} ${path}`];
    if (handler) return handler;
    const isKnown = Object.keys(handlers).some((name) => name.endsWith(` ${path}`));
    return isKnown
      ? refusal(405, 'method.not.allowed', `${method} is not allowed`)
      : refusal(404, 'not.found', 'no such path');
  }

  function receiveFile({ method, path, body, contentType }: ApiRequest): Reply | Promise<Reply> | undefined {
    const [, room, id = ''] = path.split('/');
    if (room === 'upload' && method === 'POST') return files.receive(id, body, contentType);
    return room === 'download' && method === 'GET' ? files.download(id) : undefined;
  }

  return {
    tooManyRequests,
    /** `instead` decides, after the limits, whether something else happens to the request. */
    async answer<Other>(request: ApiRequest, instead: () => Promise<Other | undefined>): Promise<Reply | Other> {
      const { method, path, query, token, body, gone } = request;
      if (/^\/(upload|download)\//.test(path))
        return (await instead()) ?? receiveFile(request) ?? refusal(405, 'method.not.allowed', '');
      const account = accounts.get(token);
      if (!account || query.has('access_token')) return (await instead()) ?? invalidToken();
      const mid = /^\/messages\/([^/]+)$/.exec(path)?.[1];
      const pattern = mid ? '/messages/:mid' : path;
      const botRequest = { account, query, body, gone, mid };
      const limit = exceededLimit(`${method} ${pattern}`, botRequest);
      if (limit) {
        tooManyRequests.push({ limit, method, path, at: performance.now() });
        return refusal(429, 'too.many.requests', 'Too many requests');
      }
      const other = await instead();
      if (other) return other;
      const handler = handlerOf(method, pattern);
      return typeof handler === 'function' ? handler(botRequest) : handler;
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';

/** The data that code serving one request can read without having it passed in. */
interface RequestContext {
  /** The visitor's address, seen through trusted proxies. */
  ip: string | undefined;
  /** The User-Agent header of the visitor's program. */
  userAgent: string | undefined;
}

const LONGEST_USER_AGENT = 300;

const requests = new AsyncLocalStorage<RequestContext>();

/** Remembers the caller while the request is answered, so that the activity log can record the address. */
export const rememberRequest: RequestHandler = (req, _res, next) => {
  // a proxy may pass on any text
  const ip = isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress;
  requests.run({ ip, userAgent: req.get('user-agent')?.slice(0, LONGEST_USER_AGENT) }, () => next());
};

/** Undefined outside requests: the platform's own actions have no address. */
export const requestIp = (): string | undefined => requests.getStore()?.ip;

export const requestUserAgent = (): string | undefined => requests.getStore()?.userAgent;

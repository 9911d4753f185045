import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import type { RequestHandler } from 'express';

/** What everything done for one request may know without being told. */
interface RequestContext {
  /** The visitor's, behind the proxies that are trusted. */
  ip: string | undefined;
  /** What the visitor's program calls itself. */
  userAgent: string | undefined;
}

const LONGEST_USER_AGENT = 300;

const requests = new AsyncLocalStorage<RequestContext>();

/** Remembers who asks while the request is answered, so that the activity can say from where. */
export const rememberRequest: RequestHandler = (req, _res, next) => {
  // what a proxy passes on is any text
  const ip = isIP(req.ip ?? '') ? req.ip : req.socket.remoteAddress;
  requests.run({ ip, userAgent: req.get('user-agent')?.slice(0, LONGEST_USER_AGENT) }, () => next());
};

/** Undefined outside requests: what the platform does by itself comes from nowhere. */
export const requestIp = (): string | undefined => requests.getStore()?.ip;

export const requestUserAgent = (): string | undefined => requests.getStore()?.userAgent;

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { isLoopbackAddress } from '../platform/local-request.ts';
import { sendNotice } from './notice.ts';
import { type IsTrusted, visitorOf } from './trusted-proxies.ts';
import { createVisitorLimit } from './visitor-limit.ts';

/** Requests of one visitor to the platform at once, as at a tenant: an office comes from one address. */
const MOST_OF_VISITOR = 128;
/**
 * Telegram and MAX bring the updates of all bots from a few addresses. The route itself limits how many a visitor may have
 * looked at before their secret is known to be right.
 */
const isUpdate = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && /^\/(?:telegram|max)\/[^/?]+\/?(?:$|\?)/.test(url);

/**
 * How much each visitor may have under way at the platform itself at once. One process answers everybody in turn: who has
 * hundreds of requests waiting would keep the others waiting for all of them. What the machine itself asks, tenants
 * among it, is not counted.
 */
export function createPlatformVisitors({ isTrusted }: { isTrusted: IsTrusted }) {
  const visitors = createVisitorLimit(MOST_OF_VISITOR);
  return {
    /** True when the request goes no further; it is answered then. */
    web(req: IncomingMessage, res: ServerResponse): boolean {
      const visitor = visitorOf(req, isTrusted);
      if (isLoopbackAddress(visitor) || isUpdate(req)) return false;
      try {
        res.once('close', visitors.enter('', visitor));
        return false;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        sendNotice(req, res, error);
        return true;
      }
    },
  };
}

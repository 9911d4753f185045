import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TENANT_HEADER, UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';
import { AppError, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import { internalError } from '@ostatok/kit/node/http.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { currentRequestId } from '@ostatok/kit/node/request-scope.ts';
import { proxyUpgrade } from 'httpxy';
import { isPublicTarget, isSharedTarget } from '../platform/venue-host.ts';
import { refuseUpgrade, sendNotice, suspendedNotice } from './notice.ts';
import { createSending, isLong, readShortBody, Unprocessed } from './sending.ts';
import { TenantAgent } from './tenant-agent.ts';
import { type IsTrusted, visitorOf } from './trusted-proxies.ts';
import { createVisitorLimit } from './visitor-limit.ts';

/** The tenant's data that the ingress needs. */
interface Venue {
  id: string;
  status: 'creating' | 'active' | 'suspended' | 'deleted';
  suspended_by?: 'billing' | 'administrator' | null;
}

export interface IngressDeps {
  /** Returns the subdomain of the tenant that a host leads to; undefined for the platform's own. */
  subdomainAt: (host: string | undefined) => string | undefined;
  /** `https` where the pages are served so; tenants get it as the protocol of their requests. */
  protocol: string;
  /** The address of the owners' pages, which the page of a suspended tenant links to. */
  publicUrl: string;
  supportEmail: string;
  findVenue: (subdomain: string) => Promise<Venue | undefined>;
  /** Wakes the tenant; throws Unavailable while that takes too long. */
  endpointOf: (id: string) => Promise<string>;
  /** The endpoint of a tenant that is still being made, if it already runs. */
  endpointIfAwake: (id: string) => string | undefined;
  markUnreachable: (id: string, endpoint: string) => void;
  /** Is told the status of each answer to a request of that tenant. */
  countAnswer?: ((id: string, status: number) => void) | undefined;
  begin: (id: string) => void;
  end: (id: string) => void;
  /** Tells the proxies whose X-Forwarded-For is believed. */
  isTrusted: IsTrusted;
  log: Logger;
}

const DAY_MS = 86_400_000;
/** The most connections to one tenant at once; later requests wait. No single visitor may hold them all. */
const MOST_CONNECTIONS = 1024;
/** The most requests and sockets of one visitor at one tenant at once; all phones of a bar share one address. */
const MOST_OF_VISITOR = 128;
/** The most idle connections kept for later requests. */
const MOST_FREE = 64;
/** Headers of the client that are dropped as untrusted: the ingress tells the tenant about its caller. */
const notPassedOn = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'proxy-authorization',
  'proxy-authenticate',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
];

/** Whether this tenant answers there and is not about to end. */
async function answersAt(endpoint: string, id: string): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/healthz`, {
      headers: { [TENANT_HEADER]: id },
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    });
    await answer.body?.cancel();
    return !answer.headers.has(UNPROCESSED_HEADER);
  } catch {
    return false;
  }
}

/** Proxies requests and sockets for `{subdomain}.{baseDomain}`, and for tenants' own domains, to their tenant. */
export function createIngress(deps: IngressDeps) {
  const agent = new TenantAgent({ keepAlive: true, maxSockets: MOST_CONNECTIONS, maxFreeSockets: MOST_FREE });
  const sending = createSending(agent);
  const visitors = createVisitorLimit(MOST_OF_VISITOR);
  /** Counts lookups by visitor alone: any number of subdomains can be invented. */
  const lookups = createVisitorLimit(MOST_OF_VISITOR);

  function prepare(req: IncomingMessage, visitor: string, id: string): void {
    for (const name of notPassedOn) delete req.headers[name];
    req.headers['x-forwarded-for'] = visitor;
    req.headers['x-forwarded-host'] = req.headers.host ?? '';
    req.headers['x-forwarded-proto'] = deps.protocol;
    req.headers[TENANT_HEADER] = id;
  }

  async function find(subdomain: string, visitor: string): Promise<Venue | undefined> {
    const leave = lookups.enter('', visitor);
    try {
      return await deps.findVenue(subdomain);
    } finally {
      leave();
    }
  }

  /** `answer` is what the visitor waits for; they count as under way at the tenant until it is closed. */
  async function route(
    req: IncomingMessage,
    answer: ServerResponse | Socket,
    { subdomain, visitor }: { subdomain: string; visitor: string },
  ): Promise<{ id: string; endpoint: string }> {
    const venue = await find(subdomain, visitor);
    if (!venue || venue.status === 'deleted') {
      throw new NotFound('Такого заведения нет. Проверьте адрес', 'tenant_not_found');
    }
    if (!isPublicTarget(req.url ?? '')) throw new NotFound('Нет такого адреса', 'no_route');
    if (venue.status === 'suspended') {
      throw suspendedNotice(venue.suspended_by === 'billing', deps);
    }
    if (answer instanceof ServerResponse) answer.once('finish', () => deps.countAnswer?.(venue.id, answer.statusCode));
    const leave = visitors.enter(venue.id, visitor);
    if (answer.destroyed) leave();
    else answer.once('close', leave);
    if (venue.status === 'active') return { id: venue.id, endpoint: await deps.endpointOf(venue.id) };
    const endpoint = deps.endpointIfAwake(venue.id);
    if (!endpoint) throw new Unavailable(3, 'Заведение создаётся. Подождите немного', 'tenant_creating');
    return { id: venue.id, endpoint };
  }

  function asNotice(error: unknown): AppError {
    if (error instanceof AppError) return error;
    deps.log.error({ err: error }, 'ingress failed');
    const { error: text, code, ...more } = internalError(currentRequestId());
    return new AppError(500, code, text, { more });
  }

  async function pass(req: IncomingMessage, res: ServerResponse, subdomain: string): Promise<void> {
    const visitor = visitorOf(req, deps.isTrusted);
    const { id, endpoint } = await route(req, res, { subdomain, visitor });
    prepare(req, visitor, id);
    deps.begin(id);
    try {
      await sendTwice(req, res, id, endpoint);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (req.destroyed && !req.complete) return;
      deps.log.warn({ err: error, tenant: id }, 'tenant did not answer');
      throw new Unavailable(1, 'Заведение не ответило. Повторите через несколько секунд', 'tenant_unreachable');
    } finally {
      deps.end(id);
    }
  }

  /**
   * Sends the request, and once more to the tenant's next process where the first one surely had not processed it:
   * another api process may have put it to sleep. A long body can't be sent twice, so its tenant has to answer first.
   */
  async function sendTwice(req: IncomingMessage, res: ServerResponse, id: string, first: string): Promise<void> {
    const endpoint = isLong(req) && !(await answersAt(first, id)) ? await nextEndpoint(id, first) : first;
    const body = await readShortBody(req);
    const send = (to: string): Promise<void> =>
      sending.send(req, res, to, body).catch((error) => {
        // a visitor who has gone says nothing about the tenant
        if (!req.destroyed || req.complete) deps.markUnreachable(id, to);
        throw error;
      });
    await send(endpoint).catch(async (error) => {
      if (!(error instanceof Unprocessed) || !body) throw error;
      await send(await deps.endpointOf(id));
    });
  }

  function nextEndpoint(id: string, endpoint: string): Promise<string> {
    deps.markUnreachable(id, endpoint);
    return deps.endpointOf(id);
  }

  async function passUpgrade(req: IncomingMessage, socket: Socket, head: Buffer, subdomain: string): Promise<void> {
    const visitor = visitorOf(req, deps.isTrusted);
    const { id, endpoint: first } = await route(req, socket, { subdomain, visitor });
    prepare(req, visitor, id);
    deps.begin(id);
    socket.once('close', () => deps.end(id));
    // what a socket sends belongs to one process, so that process has to answer first
    const endpoint = (await answersAt(first, id)) ? first : await nextEndpoint(id, first);
    // an established socket may stay quiet for long
    socket.setTimeout(DAY_MS);
    try {
      await proxyUpgrade(endpoint, req, socket, head, { xfwd: false, upgradeTimeout: 15_000 });
    } catch (error) {
      deps.log.debug({ err: error, tenant: id }, 'socket not passed on');
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') deps.markUnreachable(id, endpoint);
    }
  }

  return {
    /** Returns true when a tenant answers the request; what all of them share is answered by the platform. */
    web(req: IncomingMessage, res: ServerResponse): boolean {
      const subdomain = deps.subdomainAt(req.headers.host);
      if (subdomain === undefined || isSharedTarget(req.url ?? '')) return false;
      pass(req, res, subdomain).catch((error) => sendNotice(req, res, asNotice(error)));
      return true;
    },
    upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void {
      socket.on('error', () => undefined);
      const subdomain = deps.subdomainAt(req.headers.host);
      if (subdomain === undefined) refuseUpgrade(socket, new NotFound());
      else passUpgrade(req, socket, head, subdomain).catch((error) => refuseUpgrade(socket, asNotice(error)));
    },
    close(): void {
      sending.close();
      agent.destroy();
    },
  };
}

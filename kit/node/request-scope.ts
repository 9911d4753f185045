import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header that carries a request's id from one of our processes to the next, and with the answer to the person. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Who sent the request, as log lines name them. */
export interface LoggedPerson {
  userId: number;
  username?: string;
}

/** What every log line of one request shares. */
interface RequestScope {
  id: string;
  person?: LoggedPerson;
  /** The tenant whose process sent the request. */
  tenant?: string;
  /** The id that the sender gave; it counts once the sender has proved to be one of our processes. */
  claimed?: unknown;
}

const scopes = new AsyncLocalStorage<RequestScope>();
const ofRequests = new WeakMap<IncomingMessage, RequestScope>();

/** Digits and the letters that nobody takes for one of them, thirty-two in all: the id is read out over the phone. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = [0, 4, 8];

/** Returns an id of sixty random bits, as `k7m2-9xqp-4tab`. */
export function newRequestId(): string {
  const signs = Array.from(randomBytes(12), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return GROUPS.map((at) => signs.slice(at, at + 4)).join('-');
}

const isRequestId = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{8,64}$/.test(text);

/** Runs `work` as a part of the request with this id: its log lines and its calls to our other processes carry it. */
export const withRequestId = <T>(id: string, work: () => T): T => scopes.run({ id }, work);

/** Runs work that outlives the request that began it, so that its log lines are not taken for that request's. */
export const outsideRequests = <T>(work: () => T): T => scopes.exit(work);

/** Undefined outside requests. */
export const currentRequestId = (): string | undefined => scopes.getStore()?.id;

/** The header for a call to another of our processes; empty outside requests. */
export function requestIdHeader(): Record<string, string> {
  const id = currentRequestId();
  return id === undefined ? {} : { [REQUEST_ID_HEADER]: id };
}

/** Names the sender of the current request for its log lines. */
export function rememberPerson(person: LoggedPerson): void {
  const scope = scopes.getStore();
  if (scope) scope.person = person;
}

/** Undefined outside requests, and where nobody has signed in. */
export const currentPerson = (): LoggedPerson | undefined => scopes.getStore()?.person;

/** Continues the request that a tenant's process was answering when it called, under the id that it sent. */
export function adoptRequestOf(tenant: string): void {
  const scope = scopes.getStore();
  if (!scope) return;
  scope.tenant = tenant;
  if (isRequestId(scope.claimed)) scope.id = scope.claimed;
}

/** The fields of every log line that is written within a request. */
export function requestFields(scope = scopes.getStore()): Record<string, unknown> {
  if (!scope) return {};
  return { reqId: scope.id, ...(scope.tenant ? { tenant: scope.tenant } : {}), ...scope.person };
}

/** Undefined for a request that has not been named yet. */
export const scopeOf = (req: IncomingMessage): RequestScope | undefined => ofRequests.get(req);

/** Begins the scope of a request under the id that its header names, or a new one; returns the scope it already has. */
function openScope(req: IncomingMessage): RequestScope {
  const known = ofRequests.get(req);
  if (known) return known;
  const given = req.headers[REQUEST_ID_HEADER];
  const scope = { id: isRequestId(given) ? given : newRequestId() };
  ofRequests.set(req, scope);
  return scope;
}

/**
 * Runs `work` in the scope of the request. Readers of uploaded files call back outside of it, so it is entered again
 * where a request goes on after one.
 */
export const inScopeOf = <T>(req: IncomingMessage, work: () => T): T => scopes.run(openScope(req), work);

/** Gives a stranger's request a new id, whatever its header says, and passes it on under the same header. */
export function nameRequest(req: IncomingMessage): string {
  const id = newRequestId();
  ofRequests.set(req, { id, claimed: req.headers[REQUEST_ID_HEADER] });
  req.headers[REQUEST_ID_HEADER] = id;
  return id;
}

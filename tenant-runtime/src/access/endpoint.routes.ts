import type { Access, Endpoints } from '@ostatok/kit/contract/endpoint.ts';
import {
  type HandledEndpoint,
  type Handlers,
  handleEndpoints,
  inMatchingOrder,
  type OnAnswer,
} from '@ostatok/kit/node/endpoints.ts';
import type { Express, RequestHandler } from 'express';
import type { Caller } from './callers.ts';
import { adminOnly, callerOf, notSupport } from './session.routes.ts';

/** A venue's account always works whole. */
type VenueAccess = Exclude<Access, 'signed-in'>;

export interface VenueEndpoint extends HandledEndpoint<VenueAccess> {
  /** What stands between the guard and the endpoint, such as the reading of a file. */
  before: RequestHandler[];
}

/**
 * Joins endpoints of the venue with their handlers; `mountEndpoints` puts each behind its guard. `before` is passed
 * before the endpoints' input is checked.
 */
export const endpointsOf = <T extends Endpoints<VenueAccess>>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  before: RequestHandler[] = [],
): VenueEndpoint[] => handleEndpoints(endpoints, handlers, callerOf).map((endpoint) => ({ ...endpoint, before }));

interface MountOptions {
  /** Finds out who calls; it stands before every endpoint that is not open to anybody. */
  identified: RequestHandler[];
  onAnswer?: OnAnswer | undefined;
}

/** Mounts endpoints, each behind its guard. The platform's own calls are guarded where `/internal` is mounted. */
export function mountEndpoints(app: Express, endpoints: VenueEndpoint[], { identified, onAnswer }: MountOptions): void {
  const guards: Record<VenueAccess, RequestHandler[]> = {
    anyone: [],
    process: [],
    user: identified,
    admin: [...identified, adminOnly],
    'own-user': [...identified, notSupport],
    'own-admin': [...identified, adminOnly, notSupport],
  };
  for (const { method, path, access, before, handle } of inMatchingOrder(endpoints)) {
    app[method](path, ...guards[access], ...before, handle(onAnswer));
  }
}

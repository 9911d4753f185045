import type { Access, Endpoints } from '@ostatok/kit/contract/endpoint.ts';
import { type HandledEndpoint, type Handlers, handleEndpoints } from '@ostatok/kit/node/endpoints.ts';
import type { Caller } from './callers.ts';
import { callerOf } from './guard.routes.ts';

/** A venue alone tells its own people from the platform's support. */
export type PlatformAccess = Exclude<Access, 'own-user' | 'own-admin'>;

/** Joins endpoints of the platform with their handlers; `mountRoutes` puts each behind its guard. */
export const endpointsOf = <T extends Endpoints<PlatformAccess>>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
): HandledEndpoint<PlatformAccess>[] => handleEndpoints(endpoints, handlers, callerOf);

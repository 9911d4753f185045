import type { Endpoints } from '@ostatok/kit/contract/endpoint.ts';
import { type HandledEndpoint, type Handlers, handleEndpoints } from '@ostatok/kit/node/endpoints.ts';
import type { Caller } from './callers.ts';
import { callerOf } from './guard.routes.ts';

/** Joins endpoints of the platform with their handlers; `mountRoutes` puts each behind its guard. */
export const endpointsOf = <T extends Endpoints>(endpoints: T, handlers: Handlers<T, Caller>): HandledEndpoint[] =>
  handleEndpoints(endpoints, handlers, callerOf);

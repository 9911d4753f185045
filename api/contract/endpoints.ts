import { operationEndpoints } from './operations.endpoints.ts';
import { pushEndpoints } from './pushes.endpoints.ts';

/** Every endpoint of the platform. Clients import its type alone, so that no schema of an answer reaches a browser. */
export const platformEndpoints = {
  ...operationEndpoints,
  ...pushEndpoints,
};
export type PlatformEndpoints = typeof platformEndpoints;

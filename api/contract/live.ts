/** The resources whose changes are sent to an administrator's open pages. */
const liveResources = [
  'users',
  'tenants',
  'plans',
  'subscriptions',
  'payments',
  'aliases',
  'proposals',
  'synonyms',
  'campaigns',
  'email-templates',
  'operations',
  'images',
  'backups',
  'activity',
  'quarantine',
] as const;
export type LiveResource = (typeof liveResources)[number];

/**
 * GET /admin/events: text/event-stream, read by fetch with the bearer token. The `data` of each event is one of these
 * as JSON; a comment comes every 15 seconds. The stream ends when its access token expires or the caller is no
 * administrator any more: the client then reconnects with a new token.
 */
export interface LiveEvent {
  resource: LiveResource;
  /** Without an id, anything of the resource may have changed. */
  id?: string | number;
}

export const HEARTBEAT_SECONDS = 15;

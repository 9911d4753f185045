import type { LiveEvent, LiveResource } from '@ostatok/api/contract/live.ts';
import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';

/** The queries that depend on a resource, besides those under its own name. */
const alsoShownIn: Partial<Record<LiveResource, QueryKey[]>> = {
  users: [['overview'], ['subscriptions']],
  tenants: [['overview'], ['audit'], ['attention']],
  plans: [['subscription-stats'], ['subscriptions']],
  subscriptions: [['overview'], ['subscription-stats'], ['subscription-history'], ['users']],
  payments: [['overview'], ['attention']],
  activity: [['overview']],
  operations: [['overview'], ['attention'], ['operation-items'], ['alias-push']],
  aliases: [['alias-push'], ['alias-imports']],
  proposals: [['proposal-counts'], ['attention']],
  backups: [['attention']],
  quarantine: [['audit']],
};

const FIRST_MS = 100;
/** A window refetches at most this often, however many events come. */
const LEAST_MS = 1000;

const waiting = new Map<string, QueryKey>();
let isDue = false;
let lastAt = 0;

function flush(): void {
  isDue = false;
  lastAt = Date.now();
  const keys = [...waiting.values()];
  waiting.clear();
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** Invalidates a resource: active queries are soon refetched, inactive ones when they are next used. */
export function changed(resource: LiveResource): void {
  for (const key of [[resource], ...(alsoShownIn[resource] ?? [])]) waiting.set(JSON.stringify(key), key);
  if (isDue) return;
  isDue = true;
  setTimeout(flush, Math.max(FIRST_MS, lastAt + LEAST_MS - Date.now()));
}

export const onLiveEvent = ({ resource }: LiveEvent): void => changed(resource);

/** After an interruption of the events anything may have changed. */
export const everythingChanged = (): void => void queryClient.invalidateQueries();

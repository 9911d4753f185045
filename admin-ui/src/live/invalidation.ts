import type { LiveEvent, LiveResource } from '@ostatok/api/contract/live.ts';
import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';

/** What else is made of a resource, beside the lists and records under its own name. */
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
/** However much happens, a window asks no more often than this. */
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

/** What is on the screen of it is asked for anew, soon; what is only kept, when it is next looked at. */
export function changed(resource: LiveResource): void {
  for (const key of [[resource], ...(alsoShownIn[resource] ?? [])]) waiting.set(JSON.stringify(key), key);
  if (isDue) return;
  isDue = true;
  setTimeout(flush, Math.max(FIRST_MS, lastAt + LEAST_MS - Date.now()));
}

export const onLiveEvent = ({ resource }: LiveEvent): void => changed(resource);

/** After a time without events anything may have changed. */
export const everythingChanged = (): void => void queryClient.invalidateQueries();

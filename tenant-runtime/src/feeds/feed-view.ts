import type { Feed } from '../../contract/feeds.endpoints.ts';
import { missingDay, stateOf } from './feed-state.ts';
import type { ListedFeed } from './feeds.queries.ts';

/** Shows a feed without its secrets. */
export function feedView(row: ListedFeed, now: Date, timezone: string): Feed {
  const { source_id, source_name } = row;
  const state = stateOf(row, now, timezone);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    source: source_id !== null && source_name !== null ? { id: source_id, name: source_name } : null,
    address: row.address,
    login: row.login,
    store: row.store,
    folder: row.folder,
    sender: row.sender,
    hour: row.hour,
    enabled: row.enabled,
    state,
    refused: row.refused,
    busy: row.claimed_until !== null && row.claimed_until > now,
    last_day: row.last_day,
    missing_day: state === 'stopped' ? null : missingDay(row, now, timezone),
    error: row.error,
    tried_at: row.tried_at?.toISOString() ?? null,
    fingerprint: row.fingerprint,
    seen_fingerprint: row.seen_fingerprint,
  };
}

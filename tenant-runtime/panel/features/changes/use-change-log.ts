import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createChangeLog, LOG_PAGE } from '../../changes/change-log.ts';
import { api } from '../../client/api.ts';
import { useVenue } from '../../venue/venue.ts';
import { useStock, useWorkspace } from '../../workspace/workspace.ts';
import { addressOf, filterFrom, queryOf } from './log-address.ts';

/** Changes come in bursts: those that come within this time are read together. */
const SETTLE_MS = 250;

/** The log under a filter, updated live. */
export function useChangeLog(address: string) {
  const { live } = useWorkspace();
  const { timezone } = useVenue();
  const newest = useStock().feed[0]?.id;
  // A new epoch discards all that was read, because other quantities may be hidden or visible now.
  const [epoch, setEpoch] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an epoch begins a log of its own
  const log = useMemo(() => {
    const filter = filterFrom(new URLSearchParams(address));
    return createChangeLog((page, signal) => {
      const query = queryOf(filter, timezone);
      if (filter.item === null && filter.import === null) query.set('fold', 'imports');
      query.set('page', String(page));
      query.set('limit', String(LOG_PAGE));
      return api.call('GET /api/changes', { query: Object.fromEntries(query), signal });
    });
  }, [address, epoch, timezone]);
  useEffect(() => live.onVenueChanged(() => setEpoch((before) => before + 1)), [live]);
  useEffect(() => {
    void log.refresh();
    return log.close;
  }, [log]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new change of the venue asks anew
  useEffect(() => {
    const timer = setTimeout(() => void log.refresh(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [newest, log]);
  return { log, state: useSyncExternalStore(log.subscribe, log.snapshot) };
}

export const isFiltered = (address: string): boolean =>
  addressOf(filterFrom(new URLSearchParams(address))).toString() !== '';

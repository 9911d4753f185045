import type { Blindness } from '../blindness/blindness.ts';
import type { Items } from '../items/items.service.ts';
import type { Live } from '../live/live.ts';
import type { Metrics } from '../metrics.ts';
import type { Base } from '../module.ts';
import type { Storage } from '../storage/storage.service.ts';
import { changesRoutes } from './changes.routes.ts';
import { createChanges } from './changes.service.ts';

interface ChangesDeps extends Base {
  blindness: Blindness;
  live: Live;
  metrics: Metrics;
  storage: Storage;
  /** Items are made after changes, which they write. */
  items: () => Pick<Items, 'some'>;
}

/** The log of changes. */
export function createChangesModule({ db, config, clock, blindness, live, metrics, storage, items }: ChangesDeps) {
  const all = createChanges({
    db,
    clock,
    timezone: config.TIMEZONE,
    isHidden: blindness.isHidden,
    onDoubt: live.everythingChanged,
    onWritten: (written) => {
      live.itemsChanged(written.items, written.changes);
      for (const change of written.changes) metrics.applied.inc({ source: change.source });
    },
  });
  const changes = { ...all, apply: storage.within(all.apply, all.areWritten) };
  const some: Items['some'] = (ids) => items().some(ids);
  return {
    services: { changes },
    endpoints: changesRoutes({ changes, items: { some }, blindness }),
    close: changes.close,
  };
}

import type { Item } from '../../contract/items.endpoints.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Proposals } from '../platform/proposals.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Storage } from '../storage/storage.service.ts';
import type { AddingDeps } from './add-item.ts';
import { attachedCodesRoutes } from './attached-codes.routes.ts';
import { createAttachedCodes } from './attached-codes.service.ts';
import { createItemNames } from './item-names.ts';
import { categoriesRoutes, itemsRoutes } from './items.routes.ts';
import { createItems } from './items.service.ts';

interface ItemsDeps extends Base {
  changes: Pick<AddingDeps, 'writeFirst'>;
  settings: SettingsService;
  proposals: Proposals;
  blindness: Blindness;
  live: Live;
  storage: Storage;
}

/** Items with their names and barcodes. */
export function createItemsModule({ db, clock, changes, settings, proposals, ...deps }: ItemsDeps) {
  const { within } = deps.storage;
  const names = createItemNames({ db });
  const onItems = (changed: Item[]): void => {
    names.touch();
    deps.live.itemsChanged(changed);
  };
  const all = createItems({ db, clock, writeFirst: changes.writeFirst, settings, proposals, names, onItems });
  const items = { ...all, create: within(all.create, all.isAdded) };
  const allAttached = createAttachedCodes({ db, clock, onItems });
  const attachedCodes = { ...allAttached, attach: within(allAttached.attach, allAttached.isAttached) };
  return {
    services: { names, items, attachedCodes, onItems },
    endpoints: [
      ...attachedCodesRoutes({ attachedCodes, blindness: deps.blindness }),
      ...categoriesRoutes(items),
      ...itemsRoutes(items, deps.blindness),
    ],
  };
}

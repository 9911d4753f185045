import type { Blindness } from '../blindness/blindness.ts';
import type { Items } from '../items/items.service.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import { lookupRoutes } from './lookup.routes.ts';
import { createLookup } from './lookup.service.ts';

interface LookupDeps {
  items: Items;
  platform: PlatformClient;
  blindness: Blindness;
}

/** What a barcode means. */
export function createLookupModule({ items, platform, blindness }: LookupDeps) {
  const lookup = createLookup({ items, platform });
  return { services: { lookup }, endpoints: lookupRoutes(lookup, blindness) };
}

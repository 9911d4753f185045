import { lazy } from 'react';

/** Forms and their validation load after the list, while the user is still idle. */
const parts = {
  card: () => import('./card/ItemCard.tsx'),
  newItem: () => import('./card/NewItem.tsx'),
  bulk: () => import('./BulkBar.tsx'),
};
export const ItemCard = lazy(async () => ({ default: (await parts.card()).ItemCard }));
export const NewItem = lazy(async () => ({ default: (await parts.newItem()).NewItem }));
export const BulkBar = lazy(async () => ({ default: (await parts.bulk()).BulkBar }));

/** Loads the parts in advance, so that the first press does not wait. */
export function readParts(): void {
  for (const read of Object.values(parts)) read().catch(() => {});
}

import { lazy } from 'react';

/** Forms and what checks them come after the list, while nobody has pressed anything yet. */
const parts = {
  card: () => import('./card/ItemCard.tsx'),
  newItem: () => import('./card/NewItem.tsx'),
  bulk: () => import('./BulkBar.tsx'),
};
export const ItemCard = lazy(async () => ({ default: (await parts.card()).ItemCard }));
export const NewItem = lazy(async () => ({ default: (await parts.newItem()).NewItem }));
export const BulkBar = lazy(async () => ({ default: (await parts.bulk()).BulkBar }));

/** So that the first press waits for nothing. */
export function readParts(): void {
  for (const read of Object.values(parts)) read().catch(() => {});
}

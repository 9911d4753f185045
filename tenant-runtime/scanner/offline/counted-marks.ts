import type { Database } from './database.ts';
import { type Kept, takenIn } from './operations.ts';

/** When this person has counted the mark in the count, as far as this phone knows; undefined if they have not. */
export async function countedHere(
  db: Database,
  kept: readonly Kept[],
  { countId, mark, userId }: { countId: number; mark: string; userId: number },
): Promise<string | undefined> {
  const taken = takenIn(kept);
  const waits = kept.find(
    ({ id, operation, error }) =>
      operation.kind === 'entry' &&
      operation.countId === countId &&
      operation.mark === mark &&
      error === undefined &&
      !taken.has(id),
  );
  if (waits) return waits.at;
  for (const entry of await db.getAllFromIndex('entries', 'count', countId)) {
    if (entry.mark !== mark || entry.user.id !== userId || entry.voided || taken.has(entry.id)) continue;
    const line = await db.get('lines', [countId, entry.item.id]);
    // A recount begins anew.
    if (!line || line.round === entry.round) return entry.at;
  }
  return undefined;
}

import type { Change } from '../../contract/changes.endpoints.ts';
import { isGivenByUser } from '../../contract/changes.ts';
import type { ChangeRow } from '../tables.ts';

interface Named {
  item: { name: string; unit: string };
  user: string | null;
  undone: boolean;
}

/**
 * Derives the method of rows older than the column: a weight was weighed, a scanner's change scanned, and imports have
 * none.
 */
function methodOf({ entry, method, source }: ChangeRow): Change['method'] {
  if (entry || !isGivenByUser(source)) return entry;
  if (method === 'weight') return 'weighed';
  return source === 'scanner' ? 'scanned' : 'typed';
}

export const changeView = (row: ChangeRow, { item, user, undone }: Named): Change => ({
  id: row.id,
  seq: row.seq,
  item: { id: row.item_id, name: item.name, unit: item.unit },
  user: row.user_id === null ? null : { id: row.user_id, name: user ?? '' },
  delta: Number(row.delta),
  before: Number(row.before),
  after: Number(row.after),
  source: row.source,
  given: row.method,
  method: methodOf(row),
  reason: row.reason,
  count: row.count_id,
  note: row.note,
  undoes: row.undoes,
  undone,
  at: row.at.toISOString(),
  created_at: row.created_at.toISOString(),
});

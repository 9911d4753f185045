import { isUndoable, sameMatter, takenBackBy, takesBack } from '@ostatok/api/contract/activity-undo.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { constraintOf, type Db } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { ActivityEntry, ActivityRow } from './activity.queries.ts';
import { findNewest, findUndoing, newestByTarget } from './undo.queries.ts';
import { hasWhatUndoNeeds } from './undo-data.ts';

export const alreadyUndone = (): Conflict => new Conflict('already_undone', 'Это уже отменено');

/** Reports that an entry is undone already, when two requests undo it at once. */
export function refuseUndone(error: unknown): never {
  throw constraintOf(error) === 'activity_undoes' ? alreadyUndone() : error;
}

/** Finds the entry that this one undoes; throws Conflict when a given one is not the newest. */
export async function takenBackOf(
  trx: Db,
  { action, target, undo }: Pick<ActivityEntry, 'action' | 'target' | 'undo'>,
  wanted: number | true,
): Promise<number | null> {
  if (!target) return null;
  const importId = undo && 'import_id' in undo ? undo.import_id : undefined;
  const newest = await findNewest(trx, { actions: sameMatter(action), target, importId });
  if (wanted === true) return newest && takesBack(action, newest.action) ? newest.id : null;
  if (newest?.id === wanted) return wanted;
  if ((await findUndoing(trx, [wanted])).length > 0) throw alreadyUndone();
  throw new Conflict('newer_act', `С тех пор сделано другое: «${newest?.description}». Сначала отмените его`);
}

type Superseded = (row: ActivityRow) => boolean;

async function supersededOf(db: Db, rows: ActivityRow[]): Promise<Superseded> {
  // imports share the whole catalogue as their target, so none supersedes another
  const targets = rows.flatMap(({ target, action }) => (target && action !== 'alias.imported' ? [target] : []));
  if (targets.length === 0) return () => false;
  const acts = [...new Set(Object.entries(takenBackBy).flat())];
  const newest = await newestByTarget(db, [...new Set(targets)], acts);
  return (row) => {
    const matter = sameMatter(row.action);
    return (
      row.action !== 'alias.imported' &&
      newest.some((act) => act.target === row.target && act.newest > row.id && matter.includes(act.action))
    );
  };
}

/** Returns the entries as they are shown, with when each was undone and whether it can be. */
export async function withUndo(db: Db, rows: ActivityRow[]): Promise<ActivityRecord[]> {
  const undoable = rows.filter(
    ({ action, actor_id, undo }) => isUndoable(action) && actor_id !== null && hasWhatUndoNeeds(action, undo),
  );
  const ids = rows.filter(({ action }) => isUndoable(action)).map(({ id }) => id);
  const undoing = new Map(ids.length > 0 ? (await findUndoing(db, ids)).map((row) => [row.undoes, row]) : []);
  const isSuperseded = await supersededOf(db, undoable);
  const open = new Set(undoable.filter((row) => !undoing.has(row.id) && !isSuperseded(row)).map(({ id }) => id));
  return rows.map(({ undo: _, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    can_undo: open.has(row.id),
    undone_at: undoing.get(row.id)?.at.toISOString() ?? null,
    undone_by: undoing.get(row.id)?.email ?? null,
  }));
}

import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface NewestAct {
  id: number;
  action: string;
  description: string;
}

/** Finds the newest of these actions on a target, or of one import, whose target is the whole catalogue. */
export function findNewest(
  db: Db,
  { actions, target, importId }: { actions: string[]; target: string; importId?: string },
): Promise<NewestAct | undefined> {
  return db('activity as a')
    .whereRaw('a.target collate "C" = ?', [target])
    .whereIn('a.action', actions)
    .modify((rows: Knex.QueryBuilder) => void (importId && rows.whereRaw(`a.undo ->> 'import_id' = ?`, [importId])))
    .orderBy('a.id', 'desc')
    .first('a.id', 'a.action', 'a.description');
}

/** The id of the newest action of each kind on each of these targets. */
export function newestByTarget(
  db: Db,
  targets: string[],
  actions: string[],
): Promise<{ target: string; action: string; newest: number }[]> {
  return db('activity as a')
    .whereRaw('a.target collate "C" = any(?)', [targets])
    .whereIn('a.action', actions)
    .groupBy('a.target', 'a.action')
    .select('a.target', 'a.action')
    .max({ newest: 'a.id' });
}

/** Returns when these entries were undone, and by whom. */
export function findUndoing(db: Db, ids: number[]): Promise<{ undoes: number; at: Date; email: string | null }[]> {
  return db('activity as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .whereIn('a.undoes', ids)
    .select('a.undoes', 'a.at', 'u.email');
}

import type { Db } from '@ostatok/kit/node/db.ts';

export interface ActivityEntry {
  /** null: the platform itself. */
  actorId: number | null;
  /** A stable word, as `user.blocked`. */
  action: string;
  /** Russian, for a person. */
  description: string;
  /** As `tenant:ID` or `user:ID`. */
  target?: string;
  ip?: string;
}

export async function insertActivity(db: Db, at: Date, entry: ActivityEntry): Promise<void> {
  const { actorId, action, description, target = null, ip = null } = entry;
  await db('activity').insert({ at, actor_id: actorId, action, description, target, ip });
}

export function listRecentActivity(db: Db, limit: number): Promise<{ id: number; description: string; at: Date }[]> {
  return db('activity').select('id', 'description', 'at').orderBy('id', 'desc').limit(limit);
}

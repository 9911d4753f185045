import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { Found } from './work.ts';

export interface PlanRow {
  id: string;
  action: CleanupAction;
  items: Found[];
  created_at: Date;
  expires_at: Date;
}

export const insertPlan = async (db: Db, plan: PlanRow): Promise<void> =>
  void (await db('cleanup_plans').insert({ ...plan, items: JSON.stringify(plan.items) }));

export const findPlan = (db: Db, id: string): Promise<PlanRow | undefined> => db('cleanup_plans').where({ id }).first();

export const deletePlans = (db: Db, before: Date): Promise<number> =>
  db('cleanup_plans').where('expires_at', '<', before).delete();

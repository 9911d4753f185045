import type { Db } from '@ostatok/kit/node/db.ts';
import type { BridgeRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const bridges = (db: Db) => db<BridgeRow>('bridges');

/** Returns the paired bridges with the names of the users who paired them. */
export const selectBridges = (db: Db): Promise<(BridgeRow & { paired_by_name: string })[]> =>
  db<BridgeRow>('bridges as b')
    .join('users as u', 'u.id', 'b.paired_by')
    .whereNull('b.unpaired_at')
    .orderBy('b.id')
    .select('b.*', db.raw(`${userName('u')} as paired_by_name`));

export async function insertBridge(
  db: Db,
  row: Pick<BridgeRow, 'name' | 'token_hash' | 'paired_by' | 'paired_at'>,
): Promise<BridgeRow> {
  const [bridge] = await bridges(db).insert(row).returning('*');
  return bridge as BridgeRow;
}

export const findBridgeByToken = (db: Db, tokenHash: string): Promise<BridgeRow | undefined> =>
  bridges(db).where({ token_hash: tokenHash }).whereNull('unpaired_at').first();

export const markBridgeSeen = (db: Db, id: number, at: Date): Promise<number> =>
  bridges(db).where({ id }).update({ seen_at: at });

export async function markBridgeUnpaired(db: Db, id: number, at: Date): Promise<BridgeRow | undefined> {
  const [bridge] = await bridges(db).where({ id }).whereNull('unpaired_at').update({ unpaired_at: at }).returning('*');
  return bridge;
}

import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { MeasurementRow } from '../tables.ts';

/** The most measurements that are kept of one item. */
export const MOST_KEPT = 20;

const measurements = (db: Db) => db<MeasurementRow>('item_measurements');

/** The newest first. */
export const selectMeasurements = (db: Db, itemId: number): Promise<MeasurementRow[]> =>
  measurements(db).where({ item_id: itemId }).orderBy('seq', 'desc').limit(MOST_KEPT);

/**
 * Stores a measurement and deletes those of its item that are older than the kept ones. Returns undefined if there is
 * one of this id, of whatever item.
 */
export async function insertMeasurement(
  trx: Knex.Transaction,
  row: Omit<MeasurementRow, 'seq'>,
): Promise<MeasurementRow | undefined> {
  const [stored] = await measurements(trx).insert(row).onConflict('id').ignore().returning('*');
  const kept = measurements(trx).where({ item_id: row.item_id }).orderBy('seq', 'desc').limit(MOST_KEPT).select('seq');
  await measurements(trx).where({ item_id: row.item_id }).whereNotIn('seq', kept).delete();
  return stored;
}

import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { AttachedFilter } from '../../contract/attached-codes.ts';
import type { AttachedCodeRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const attached = (db: Db) => db<AttachedCodeRow>('attached_codes');

export const findAttached = (db: Db, id: string): Promise<AttachedCodeRow | undefined> =>
  attached(db).where({ id }).first();

export const lockAttached = (trx: Knex.Transaction, id: string): Promise<AttachedCodeRow | undefined> =>
  attached(trx).where({ id }).forUpdate().first();

export const insertAttached = async (trx: Knex.Transaction, row: AttachedCodeRow): Promise<void> =>
  void (await attached(trx).insert(row));

export const decideAttached = async (
  trx: Knex.Transaction,
  id: string,
  decision: Pick<AttachedCodeRow, 'accepted' | 'decided_by' | 'decided_at'>,
): Promise<void> => void (await attached(trx).where({ id }).update(decision));

export type NamedAttached = AttachedCodeRow & {
  item_name: string;
  item_unit: ItemRow['unit'];
  user_name: string;
  decided_by_name: string | null;
};

/** True where the item still exists and has the barcode. */
const STILL_THERE = `i.deleted_at is null
  and (i.ean = a.ean or i.codes @> jsonb_build_array(jsonb_build_object('ean', a.ean)))`;

export async function listAttached(
  db: Db,
  { state }: AttachedFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: NamedAttached[]; total: number }> {
  const query = db('attached_codes as a').join('items as i', 'i.id', 'a.item_id');
  if (state === 'waiting') query.whereNull('a.accepted').whereRaw(STILL_THERE);
  const [counted] = await query.clone().count<{ count: number }[]>('* as count');
  const rows = await query
    .join('users as u', 'u.id', 'a.user_id')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .select('a.*', 'i.name as item_name', 'i.unit as item_unit')
    .select(db.raw(`${userName('u')} as user_name`), db.raw(`${userName('d')} as decided_by_name`))
    .orderBy('a.at', page.order)
    .orderBy('a.id')
    .offset(page.offset)
    .limit(page.limit);
  return { rows: rows as NamedAttached[], total: Number(counted?.count ?? 0) };
}

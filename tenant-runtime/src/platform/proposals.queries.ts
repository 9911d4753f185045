import type { ProposalInput } from '@ostatok/kit/contract/alias.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

interface ProposalRow {
  id: string;
  payload: Omit<ProposalInput, 'id'>;
  created_at: Date;
  sent_at: Date | null;
}

const proposals = (db: Db) => db<ProposalRow>('alias_proposals');

export const insertProposal = async (trx: Knex.Transaction, { id, ...payload }: ProposalInput): Promise<void> =>
  void (await proposals(trx).insert({ id, payload }));

/** Returns the oldest proposal that the platform has not accepted yet. */
export async function findUnsent(db: Db): Promise<ProposalInput | undefined> {
  const row = await proposals(db).whereNull('sent_at').orderBy('created_at').first('id', 'payload');
  return row && { ...row.payload, id: row.id };
}

/** Returns the newest proposal of a barcode, whether it was sent or not. */
export async function findLatest(db: Db, ean: string): Promise<ProposalRow['payload'] | undefined> {
  const row = await proposals(db).whereRaw("payload->>'ean' = ?", [ean]).orderBy('created_at', 'desc').first('payload');
  return row?.payload;
}

export const markSent = async (db: Db, id: string): Promise<void> =>
  void (await proposals(db).where({ id }).update({ sent_at: db.fn.now() }));

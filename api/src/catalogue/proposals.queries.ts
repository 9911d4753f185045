import type { ProposalStatus } from '@ostatok/api/contract/proposals.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';

/** What a venue has told of a bottle, as the catalogue's own row would hold it. */
export type ProposalRow = Omit<AliasRow, 'search_key' | 'revision'> & {
  tenant_id: string;
  /** The venue's own number of it. */
  key: string;
  status: ProposalStatus;
};

export type ProposalValues = {
  [key in keyof Omit<ProposalRow, 'id' | 'status' | 'created_at' | 'updated_at'>]: unknown;
};

/** Stored once, however often it is told. */
export async function insertProposal(db: Db, values: ProposalValues): Promise<void> {
  await db('alias_proposals').insert(values).onConflict(['tenant_id', 'key']).ignore();
}

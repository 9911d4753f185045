import type { Alias, AliasFacts } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { type AliasInput, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { keysOf } from '@ostatok/kit/names/sound.ts';
import { factsOf } from './alias-row.ts';
import type { ListedProposal, ProposalRow } from './proposals.queries.ts';

/** The fields that a proposal gives. Its category is the tenant's own and is used only if the catalogue has none. */
export function givenBy(proposal: ProposalRow, current: AliasFacts | null): Partial<AliasInput> {
  const fields = factsOf(proposal);
  const given = aliasFieldNames.filter(
    (name) => fields[name] !== null && !(name === 'category' && current?.category != null),
  );
  return Object.fromEntries(given.map((name) => [name, fields[name]]));
}

/** Compares by sound: «водка белуга» equals «Водка «Белуга»». */
export const saysSame = (given: unknown, known: unknown): boolean =>
  given === known ||
  (typeof given === 'string' && typeof known === 'string' && keysOf(given).join(' ') === keysOf(known).join(' '));

export function toProposal(row: ListedProposal, current: Alias | null): AliasProposal {
  const given = givenBy(row, current);
  const differing = aliasFieldNames.filter(
    (name) => given[name] !== undefined && !saysSame(given[name], current?.[name] ?? null),
  );
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    tenant_name: row.tenant_name,
    status: row.status,
    reason: row.reason,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    ...factsOf(row),
    current,
    diff: differing.map((field) => ({ field, current: current?.[field] ?? null, proposed: given[field] ?? null })),
    agreeing: row.agreeing,
    weighings: row.weighings,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

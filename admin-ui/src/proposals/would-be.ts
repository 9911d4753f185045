import { type AliasFields, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';

/** The bottle as it would be: what a proposal says nothing of stays as the catalogue has it. */
export function wouldBe(proposal: AliasProposal): Partial<AliasFields> {
  const { current, diff } = proposal;
  if (!current) return proposal;
  const kept = Object.fromEntries(aliasFieldNames.map((name) => [name, current[name]]));
  return { ...kept, ...Object.fromEntries(diff.map(({ field, proposed }) => [field, proposed])) };
}

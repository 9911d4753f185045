import type { AliasState } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';

/** The alias after accepting the proposal: fields that it does not mention keep the catalogue's values. */
export function wouldBe(proposal: AliasProposal): Partial<AliasState> {
  const { current, diff } = proposal;
  if (!current) return proposal;
  const { product_id, product_ean, pack } = current;
  const kept = Object.fromEntries(aliasFieldNames.map((name) => [name, current[name]]));
  return {
    product_id,
    product_ean,
    pack,
    ...kept,
    ...Object.fromEntries(diff.map(({ field, proposed }) => [field, proposed])),
  };
}

import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import type { ProposalInput } from '@ostatok/api/contract/proposals.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Catalogue } from './catalogue.service.ts';
import { insertProposal } from './proposals.queries.ts';
import { toSearchKey } from './search-key.ts';

const texts = ['brand', 'subcategory', 'description', 'manufacturer', 'country_origin'] as const;
const numbers = ['volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml', 'alcohol_percent'] as const;

/** Whether the catalogue knows all of it. The category is the venue's own order of things and tells nothing of a bottle. */
function isKnown(proposal: ProposalInput, alias: Alias): boolean {
  const saysSame = (given: string, known: string | null): boolean => toSearchKey(given) === toSearchKey(known ?? '');
  return (
    texts.every((name) => !proposal[name] || saysSame(proposal[name], alias[name])) &&
    numbers.every((name) => proposal[name] == null || proposal[name] === alias[name])
  );
}

/** What venues propose to the catalogue, kept until an administrator decides. */
export function createProposals({ db, catalogue }: { db: Knex; catalogue: Catalogue }) {
  async function known(ean: string): Promise<Alias | undefined> {
    return catalogue.lookup(ean).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
  }

  return {
    /** Whether there was anything new in it. */
    async take(tenantId: string, proposal: ProposalInput): Promise<{ stored: boolean }> {
      const alias = await known(proposal.ean);
      if (alias && isKnown(proposal, alias)) return { stored: false };
      await insertProposal(db, {
        tenant_id: tenantId,
        key: proposal.id,
        ean: proposal.ean,
        brand: proposal.brand || null,
        category: proposal.category || null,
        subcategory: proposal.subcategory || null,
        volume_ml: proposal.volume_ml ?? null,
        weight_empty_g: proposal.weight_empty_g ?? null,
        weight_full_g: proposal.weight_full_g ?? null,
        density_g_per_ml: proposal.density_g_per_ml ?? null,
        alcohol_percent: proposal.alcohol_percent ?? null,
        description: proposal.description,
        manufacturer: proposal.manufacturer || null,
        country_origin: proposal.country_origin || null,
      });
      return { stored: true };
    },
  };
}
export type Proposals = ReturnType<typeof createProposals>;

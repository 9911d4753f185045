import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../http-client.ts';
import { litresText } from './texts.ts';

/** Less probable ones would only distract. */
const LEAST = 0.05;
const SHOWN = 3;
/** The longest text that the search takes. */
const LONGEST = 200;

function useSimilar({ id, ean, description, volume_ml }: AliasProposal) {
  return useQuery({
    queryKey: ['similar-aliases', id, description, volume_ml],
    async queryFn({ signal }) {
      const q = [description.slice(0, LONGEST - 20), volume_ml && `${volume_ml} мл`].filter(Boolean).join(' ');
      const { results } = await api.call('GET /api/catalog/search', { query: { q }, signal });
      return results.filter((match) => match.ean !== ean && match.confidence >= LEAST).slice(0, SHOWN);
    },
  });
}

/** What the catalogue has under other barcodes that may be the same product. */
export function SimilarAliases({ proposal }: { proposal: AliasProposal }) {
  const { data: similar } = useSimilar(proposal);
  if (!similar || similar.length === 0) return null;
  return (
    <section className="record-section" aria-labelledby="similar-aliases">
      <h3 id="similar-aliases">Похоже на то, что уже есть</h3>
      <ul>
        {similar.map(({ id, name, ean, volume_ml, confidence }) => (
          <li key={id}>
            <Link to={`/admin/aliases/${id}`}>{name}</Link>{' '}
            <span className="dim">
              {[volume_ml !== null && litresText(volume_ml), ean, `${Math.round(confidence * 100)} %`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

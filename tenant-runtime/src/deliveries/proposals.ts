import { setImmediate } from 'node:timers/promises';
import { agreesInAll } from '@ostatok/kit/matching/agreement.ts';
import { createListMatcher, type ListMatch } from '@ostatok/kit/matching/list-matcher.ts';
import { reasonsOf } from '@ostatok/kit/matching/reasons.ts';
import { aliasNamesOf } from '../items/alias-names.ts';
import { searchName } from '../search-name.ts';
import type { LineProposal } from '../tables.ts';
import type { FileLine } from './files/delivery-file.ts';
import type { ComparedItem } from './proposals.queries.ts';

/** Of a document, which names products as their maker does. */
const LEAST_CONFIDENCE = 0.5;
/** A match of this confidence may be taken without a look. */
const SURE_FROM = 0.9;
const MOST_PROPOSED = 3;
/** Lines that are compared before the process tells that it goes on. */
const BATCH = 50;

type Line = Pick<FileLine, 'name' | 'ean' | 'volumeMl' | 'isService'>;

const exactly = ({ id, name }: ComparedItem): LineProposal => ({
  item_id: id,
  name,
  confidence: 1,
  reasons: [],
  sure: true,
});

/** Keeps the items of which only one has the key. */
function singles(keyed: readonly (readonly [string, ComparedItem])[]): Map<string, ComparedItem> {
  const found = new Map<string, ComparedItem | undefined>();
  for (const [key, item] of keyed) found.set(key, found.has(key) && found.get(key) !== item ? undefined : item);
  return new Map([...found].flatMap(([key, item]) => (item ? [[key, item] as const] : [])));
}

const codesOf = ({ ean, codes }: ComparedItem): string[] => [
  ...(ean ? [ean] : []),
  ...codes.filter(({ pack }) => pack === 1).map((code) => code.ean),
];

function proposalOf({ id, confidence, features }: ListMatch, item: ComparedItem): LineProposal {
  return {
    item_id: id,
    name: item.name,
    confidence: Math.round(confidence * 1000) / 1000,
    reasons: reasonsOf(features),
    sure: confidence >= SURE_FROM && agreesInAll(features),
  };
}

/**
 * Finds the items that lines may be, the most probable first: by the barcode or the exact name one, else by the matcher
 * of lists up to three of at least this confidence.
 */
export async function proposalsFor(
  lines: readonly Line[],
  items: readonly ComparedItem[],
  onProgress: () => void,
  leastConfidence = LEAST_CONFIDENCE,
): Promise<LineProposal[][]> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const byCode = singles(items.flatMap((item) => codesOf(item).map((code) => [code, item] as const)));
  const byName = singles(
    items.flatMap((item) => [item.search_name, ...item.names.map(searchName)].map((name) => [name, item] as const)),
  );
  const matcher = createListMatcher(
    items.map((item) => ({
      id: item.id,
      name: item.name,
      otherNames: [...item.names, ...(aliasNamesOf(item) ?? [])],
      volumeMl: item.volume_ml,
      category: item.category,
    })),
  );

  function proposalsOf({ name, ean, volumeMl, isService }: Line): LineProposal[] {
    if (isService) return [];
    const exact =
      (ean === null ? undefined : byCode.get(ean)) ?? (name === null ? undefined : byName.get(searchName(name)));
    if (exact) return [exactly(exact)];
    if (name === null) return [];
    return matcher
      .match(name, volumeMl)
      .filter(({ confidence }) => confidence >= leastConfidence)
      .slice(0, MOST_PROPOSED)
      .flatMap((match) => {
        const item = byId.get(match.id);
        return item ? [proposalOf(match, item)] : [];
      });
  }

  const proposals: LineProposal[][] = [];
  for (const [index, line] of lines.entries()) {
    if (index % BATCH === 0) {
      onProgress();
      await setImmediate();
    }
    proposals.push(proposalsOf(line));
  }
  return proposals;
}

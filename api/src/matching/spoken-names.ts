import { volumeOf } from '@ostatok/kit/names/measures.ts';

/** The most names of one product; a tenant's bot searches all of them. */
const MOST_NAMES = 10;
const LONGEST_NAME = 200;

/** The name without the volume, which people rarely say and the item has beside it. */
const spoken = (name: string): string =>
  volumeOf(name)
    .rest.replace(/^[\s,;.-]+|[\s,;.-]+$/g, '')
    .replace(/\s+/g, ' ');

/** Returns the first names of each product, each once, as people say them. */
export function spokenNames(rows: { ean: string; name: string }[]): Map<string, string[]> {
  const byEan = new Map<string, Set<string>>();
  for (const { ean, name } of rows) {
    const names = byEan.get(ean) ?? new Set();
    const said = spoken(name);
    if (said !== '' && said.length <= LONGEST_NAME && names.size < MOST_NAMES) byEan.set(ean, names.add(said));
  }
  return new Map([...byEan].map(([ean, names]) => [ean, [...names]]));
}

import { type ParsedName, parseName } from '../names/parse.ts';

/** Names of one product have one mark: the words that say something, in any order, the age and the volume. */
export function markOf({ words, measures: { age } }: ParsedName, volumeMl: number | undefined): string {
  const keys = words.flatMap(({ key, role }) => (role === 'noise' ? [] : key));
  return [...new Set(keys)]
    .toSorted()
    .concat(`${age ?? ''}`, `${volumeMl ?? ''}`)
    .join(' ');
}

/** The mark of a text; empty where it says nothing but a measure. */
export function markOfName(text: string): string {
  const name = parseName(text);
  const says = name.words.some(({ role }) => role === 'name' || role === 'variant');
  return says ? markOf(name, name.measures.volumeMl) : '';
}

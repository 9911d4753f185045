import type { Entry, FoundItem } from './name-entries.ts';

export type Found =
  /**
   * `sure` is true for a whole name, a taught name, what owners call the product, or whole words that only this item has
   * and that can mean no other.
   */
  | { kind: 'one'; item: FoundItem; how: 'exact' | 'part' | 'spelling'; sure: boolean }
  | { kind: 'several'; items: FoundItem[] }
  | { kind: 'none'; nearest: FoundItem[] };

const byLength = (entries: Entry[]): FoundItem[] =>
  entries.map(({ item }) => item).sort((a, b) => a.name.length - b.name.length || a.id - b.id);

export const several = (entries: Entry[], rivals: Entry[] = []): Found => ({
  kind: 'several',
  items: [...byLength(entries), ...byLength(rivals)],
});

export function answer(entries: Entry[], how: 'exact' | 'part' | 'spelling', sure: boolean): Found {
  const [first] = entries;
  return first && entries.length === 1 ? { kind: 'one', item: first.item, how, sure } : several(entries);
}

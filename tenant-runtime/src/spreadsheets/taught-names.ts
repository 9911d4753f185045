import { wordsOf } from '@ostatok/kit/names/words.ts';

/** Returns the item that is called so; undefined where none is, `several` where not only one is. */
export type TaughtNames = (name: string) => number | 'several' | undefined;

/** A name as the chat finds it: its words, without other signs. */
const keyOf = (name: string): string => wordsOf(name).join(' ');

/** Finds items by the names that people have taught them. */
export function createTaughtNames(items: { id: number; names: string[] }[]): TaughtNames {
  const byKey = new Map<string, number | 'several'>();
  for (const { id, names } of items)
    for (const key of new Set(names.map(keyOf).filter((one) => one !== '')))
      byKey.set(key, byKey.has(key) ? 'several' : id);
  return (name) => (byKey.size > 0 ? byKey.get(keyOf(name)) : undefined);
}

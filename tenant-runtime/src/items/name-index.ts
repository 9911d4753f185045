import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { type Letters, lettersOf } from '@ostatok/kit/names/distance.ts';
import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import { searchName } from '../search-name.ts';
import { barcodesOf, type Entry, entryOf, type FoundItem, grouped } from './name-entries.ts';
import { createSynonymIndex } from './synonym-index.ts';
import { createWordForms } from './word-forms.ts';

/** Indexes the tenant's items by everything that a typed name may equal. */
export function createNameIndex(items: Iterable<FoundItem>) {
  const entries = [...items].map(entryOf);
  const byPlain = grouped(entries, ({ plain }) => [plain]);
  const byKey = grouped(entries, ({ key }) => (key ? [key] : []));
  const byCompact = grouped(entries, ({ compact }) => (compact ? [compact] : []));
  const byEan = grouped(entries, ({ item }) => barcodesOf(item));
  const byCode = grouped(entries, ({ codes }) => new Set(codes));
  const byTaught = grouped(
    entries,
    ({ item: { taught = [] } }) => new Set(taught.map((name) => wordsOf(name).join(' '))),
  );
  const sounds: [string, Letters][] = [...byCode.keys()]
    .filter((code) => !isNumber(code))
    .map((code) => [code, lettersOf(code)]);
  let forms: ReturnType<typeof createWordForms> | undefined;
  /** Returns the words of names that may be forms of this one. Most indexes are never asked for them. */
  function formsOf(word: string): ReadonlySet<string> {
    forms ??= createWordForms(new Set(entries.flatMap(({ words }) => words)));
    return forms(word);
  }
  const synonyms = createSynonymIndex(entries);
  return { entries, byPlain, byKey, byCompact, byEan, byCode, byTaught, synonyms, sounds, formsOf };
}
export type NameIndex = ReturnType<typeof createNameIndex>;

/** Returns the items of exactly this name or barcode. */
export function exactly(
  { byPlain, byKey, byCompact, byEan }: NameIndex,
  name: string,
  words: string[],
): Entry[] | undefined {
  const ean = words.length === 1 ? normaliseEan(words[0] ?? '') : null;
  return (
    byPlain.get(searchName(name)) ??
    byKey.get(words.join(' ')) ??
    byCompact.get(words.join('')) ??
    (ean ? byEan.get(ean) : undefined)
  );
}

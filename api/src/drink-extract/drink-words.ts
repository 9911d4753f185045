import { termsOf, wordsOfClass } from '@ostatok/kit/names/lexicon.ts';
import { wordsOf } from '@ostatok/kit/names/words.ts';

/** Words of categories that say «drink» without saying which. */
const GENERAL = /^(?:напит|алког|безалк|спиртн|алкоголь|drink|beverage|spirit|alcohol|juoma|juomat$)/;

/** Whether the name of a category is that of drinks. */
export const isOfDrinks = (category: string): boolean =>
  wordsOf(category).some((word) => GENERAL.test(word) || termsOf(word).some(({ of }) => of === 'kind'));

/** A regular expression of PostgreSQL for lower-case names that have a word for a kind of drink. */
export function kindPattern(): string {
  const words = wordsOfClass('kind').map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}\\M`));
  return `\\m(?:${words.join('|')})`;
}

/**
 * Recognises the forms of one Russian noun or adjective by their stems, without a dictionary: «огурцов» and «огурец»,
 * «яиц» and «яйцо», «льда» and «лёд». A word has every stem that an ending of it leaves, so a shared stem is a likely
 * form and no proof.
 */

/** A shorter stem is shared by words that have nothing in common. */
const LEAST_STEM = 3;

const ENDINGS =
  `а я о е и ы у ю й ь ья ье ью ов ев ей ий ый ой ом ем ам ям ах ях ами ями им ым их ых ими ыми ая яя ое ее ую юю ые ие ия
  ию ии ого его ому ему`.split(/\s+/);

/** Stems that lose the vowel although another consonant than those of FLEETING follows it. */
const IRREGULAR: Record<string, string> = { лед: 'льд' };

/** Matches the vowel that only the form without an ending has: «перец», «сливок», «корень», «вишен», «вёдер». */
const FLEETING = /(?<=[бвгджзклмнпрстфхцчшщь])[ео](?=[кцнлр]ь?$)/;
/** Matches the same vowel after another one, where other forms have й: «яиц» and «яйцо», «чаёк» and «чайка». */
const FLEETING_AFTER_VOWEL = /(?<=[аеоуюя])[еия](?=[кц]$)/;

const known = /^[а-я]{3,}$/;

/** Returns the stems of a word of `wordsOf`; none where it is not Russian. */
export function stemsOf(word: string): string[] {
  if (!known.test(word)) return [];
  const stems = ENDINGS.flatMap((ending) => (word.endsWith(ending) ? word.slice(0, -ending.length) : []));
  if (!/[аеиоуыэюя]$/.test(word)) {
    stems.push(word, word.replace(FLEETING, ''), word.replace(FLEETING_AFTER_VOWEL, 'й'), IRREGULAR[word] ?? '');
  }
  return [...new Set(stems.filter(({ length }) => length >= LEAST_STEM).map((stem) => stem.replaceAll('ь', '')))];
}

/** Tells whether two words of `wordsOf` may be forms of one. */
export function areForms(one: string, other: string): boolean {
  const stems = stemsOf(other);
  return stemsOf(one).some((stem) => stems.includes(stem));
}

/** Indexes words, to find the forms of a word among them. */
export function createWordForms(words: Iterable<string>) {
  const byStem = new Map<string, Set<string>>();
  for (const word of words) {
    for (const stem of stemsOf(word)) {
      const alike = byStem.get(stem);
      if (alike) alike.add(word);
      else byStem.set(stem, new Set([word]));
    }
  }
  /** Returns the known words that may be a form of the same word. */
  return (word: string): ReadonlySet<string> => new Set(stemsOf(word).flatMap((stem) => [...(byStem.get(stem) ?? [])]));
}

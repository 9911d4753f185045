import type { Db } from '@ostatok/kit/node/db.ts';

/** A word of the catalogue's names. */
export interface Word {
  word: string;
  /** How many names have it. */
  names: number;
}

/** More different words than these are not looked for: the commonest are. */
export const MOST_WORDS = 2000;
/** A shorter part is looked for at the beginnings of words alone: it is somewhere in most names. */
const SHORTEST_PART = 3;
/** A shorter word has too many that are alike. */
const SHORTEST_MISTYPED = 4;
/** PostgreSQL compares no longer ones. */
const LONGEST_MISTYPED = 100;
const MOST_ALIKE = 20;

const patternOf = (part: string): string => (part.length < SHORTEST_PART ? `${part}%` : `%${part}%`);

/** A condition on a name's words: one of them has one of these parts. */
export function hasPart(parts: string[], words: string): { sql: string; values: string[] } {
  const text = `' ' || array_to_string(${words}, ' ')`;
  return {
    sql: `(${parts.map(() => `${text} like ?`).join(' or ')})`,
    values: parts.map((part) => (part.length < SHORTEST_PART ? `% ${part}%` : `%${part}%`)),
  };
}

/** The words that have one of these parts: the parts themselves, then words that begin so, the commonest first. */
export async function wordsWith(db: Db, parts: string[], most = MOST_WORDS): Promise<Word[]> {
  return db('alias_words')
    .select('word', 'names')
    .where((either) => {
      for (const part of parts) either.orWhereLike('word', patternOf(part));
    })
    .orderByRaw('word = any(?) desc, word like any(?) desc, names desc', [parts, parts.map((part) => `${part}%`)])
    .limit(most);
}

/** Numbers and volumes are never taken for others that are written nearly so. */
const isExact = (word: string): boolean => /^[\d=]/.test(word);

/** The words that these may be when one or two letters are mistyped, the likeliest first. */
export async function wordsLike(db: Db, spellings: string[]): Promise<Word[]> {
  const found: Word[] = [];
  for (const spelling of spellings) {
    if (isExact(spelling) || spelling.length < SHORTEST_MISTYPED || spelling.length >= LONGEST_MISTYPED) continue;
    const most = spelling.length < 6 ? 1 : 2;
    found.push(
      ...(await db('alias_words')
        .select('word', 'names')
        .whereRaw('word % ? and case when length(word) < ? then levenshtein_less_equal(word, ?, ?) <= ? end', [
          spelling,
          LONGEST_MISTYPED,
          spelling,
          most,
          most,
        ])
        .orderByRaw('levenshtein(word, ?), names desc', [spelling])
        .limit(MOST_ALIKE)),
    );
  }
  return found;
}

/** As the column `consonants` of the catalogue's words. */
const consonants = (word: string): string => `translate(${word}, 'bpvfgkjdtszcmnlrhaeiouy', 'bbbbgggddsssmmlr')`;
const MOST_SOUNDING = 100;

/** A word that is looked for, by what it is asked as. */
export interface AskedWord {
  term: number;
  word: string;
}
export type AnsweredWord = Word & { term: number };

/** Asks for the words of several at once, each by this query of one. */
async function wordsOfEach(db: Db, asked: AskedWord[], query: string): Promise<AnsweredWord[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.raw(
    `select distinct a.term, w.word, w.names from unnest(?::int[], ?::text[]) as a(term, word) cross join lateral (${query}) w`,
    [asked.map(({ term }) => term), asked.map(({ word }) => word)],
  );
  return rows;
}

/** For each word, those that begin with it or have it somewhere, the commonest first. */
export const wordsWithEach = (db: Db, asked: AskedWord[], most: number): Promise<AnsweredWord[]> =>
  wordsOfEach(
    db,
    asked,
    `select word, names from alias_words
      where word like case when length(a.word) < ${SHORTEST_PART} then '' else '%' end || a.word || '%'
      order by word like a.word || '%' desc, names desc limit ${most}`,
  );

/** For each word, those that are written nearly so, and those that have the same consonants. */
export const wordsNearEach = (db: Db, asked: AskedWord[]): Promise<AnsweredWord[]> =>
  wordsOfEach(
    db,
    asked.filter(({ word }) => !isExact(word) && word.length >= SHORTEST_MISTYPED && word.length < LONGEST_MISTYPED),
    `(select word, names from alias_words where word % a.word and length(word) < ${LONGEST_MISTYPED}
       order by levenshtein(word, a.word), names desc limit ${MOST_ALIKE})
     union
     (select word, names from alias_words
       where consonants = ${consonants('a.word')} and length(consonants) > 2
       order by names desc limit ${MOST_SOUNDING})`,
  );

import type { Db } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';
import { type Word, wordsLike, wordsWith } from './words.queries.ts';

/** Names are looked for by the rarest words of a text, until those have so many. */
const MOST_READ = 3000;
/** So many rare words of a text say enough of it. */
const SURE = 2;
/** The rarest words of a text that are looked for in pairs. */
const PAIRED = 5;
/** The names that are compared with the whole text. */
const COMPARED = 200;
/** The most words that stand for one word of the text that the catalogue has not. */
const MOST_SUBSTITUTES = 30;
/** What a word counts that only begins so or is written nearly so. */
const PARTLY = 0.8;
const NEARLY = 0.7;
/** The share of the confidence that depends on how much else the name says. */
const BREVITY = 0.15;
const LEAST_CONFIDENCE = 0.35;

/** A word of the catalogue that stands for a word of the text. */
interface Substitute extends Word {
  /** Which word of the text. */
  term: number;
  /** How surely it stands for it, from 0 to 1. */
  likeness: number;
}

/** The words that stand for each word of the text: itself, else those that have it as a part, else those written nearly so. */
async function substitutesFor(db: Db, terms: string[][]): Promise<Substitute[]> {
  const known: Word[] = await db('alias_words').select('word', 'names').whereRaw('word = any(?)', [terms.flat()]);
  const byWord = new Map(known.map((word) => [word.word, word]));
  const found: Substitute[] = [];
  for (const [term, spellings] of terms.entries()) {
    const exact = spellings.flatMap((word) => byWord.get(word) ?? []);
    const partly = exact.length > 0 ? [] : await wordsWith(db, spellings, MOST_SUBSTITUTES);
    const nearly = exact.length + partly.length > 0 ? [] : await wordsLike(db, spellings);
    for (const [words, likeness] of [
      [exact, 1],
      [partly, PARTLY],
      [nearly, NEARLY],
    ] as const)
      found.push(...words.map((word) => ({ ...word, term, likeness })));
  }
  return found;
}

/** Words that a name must have together to be looked at. */
interface Lead {
  words: string[];
  weight: number;
}

/** The pairs of these words, of different terms. */
const pairsOf = (words: Substitute[]): Substitute[][] =>
  words.flatMap((one, at) => words.slice(at + 1).flatMap((other) => (one.term === other.term ? [] : [[one, other]])));

/**
 * The rarest words, until they have enough names. Where these say too little of the text, as they are all common or only
 * written nearly so, the rarest pairs of its own words are looked for too.
 */
function leadsOf(words: Substitute[], weights: Map<string, number>): Lead[] {
  const rarest = words.toSorted((a, b) => a.names - b.names);
  let names = 0;
  const alone = rarest.filter((word, at) => {
    names += word.names;
    return at === 0 || names <= MOST_READ;
  });
  const own = rarest.filter(({ likeness }) => likeness === 1);
  const isSure = alone.filter(({ likeness, names }) => likeness === 1 && names <= MOST_READ).length >= SURE;
  const sets = [...alone.map((word) => [word]), ...(isSure ? [] : pairsOf(own.slice(0, PAIRED)))];
  return sets.map((set) => ({
    words: set.map(({ word }) => word),
    weight: set.reduce((sum, { word, likeness }) => sum + (weights.get(word) ?? 0) * likeness, 0),
  }));
}

interface Candidate {
  id: number;
  words: string[];
}

/** The names that have most of the words, rare ones before common ones. */
async function candidatesOf(db: Db, words: Substitute[], weights: Map<string, number>): Promise<Candidate[]> {
  const leads = leadsOf(words, weights);
  const { rows } = await db.raw(
    `with hits as (
       select n.id, w.weight from unnest(?::text[], ?::float8[]) as w(words, weight)
         cross join lateral (select id from alias_name_words where words @> string_to_array(w.words, ' ') limit ?) n),
     best as (select id from hits group by id order by sum(weight) desc, id limit ?)
     select id, words from alias_name_words where id = any(array(select id from best))`,
    [leads.map(({ words }) => words.join(' ')), leads.map(({ weight }) => weight), MOST_READ, COMPARED],
  );
  return rows;
}

/** How much a word says of a name: the rarer, the more. */
const weightOf = (names: number, total: number): number => Math.log(1 + total / Math.max(1, names));

/** What a text says: its words, what the catalogue has for them, and how much each says. */
interface Text {
  terms: string[][];
  words: Substitute[];
  weights: Map<string, number>;
  /** What all words say together. */
  whole: number;
}

/** Undefined when the catalogue has none of the words. */
async function readText(db: Db, terms: string[][], total: number): Promise<Text | undefined> {
  const words = await substitutesFor(db, terms);
  if (words.length === 0) return undefined;
  const weights = new Map(words.map(({ word, names }) => [word, weightOf(names, total)]));
  const heaviest = terms.map((_, term) => heaviestOf(words, term, ({ word }) => weights.get(word) ?? 0));
  // a word that nobody knows says as much as the known ones do on average
  const known = heaviest.filter((weight) => weight > 0);
  const average = known.reduce((sum, weight) => sum + weight, 0) / known.length;
  return { terms, words, weights, whole: heaviest.reduce((sum, weight) => sum + (weight || average), 0) };
}

const heaviestOf = (words: Substitute[], term: number, weigh: (word: Substitute) => number): number =>
  Math.max(0, ...words.filter((word) => word.term === term).map(weigh));

/** The share of what the text says that the name says too. */
function confidenceOf({ terms, words, weights, whole }: Text, name: string[]): number {
  const present = words.filter(({ word }) => name.includes(word));
  const said = terms.map((_, term) =>
    heaviestOf(present, term, ({ word, likeness }) => (weights.get(word) ?? 0) * likeness),
  );
  const share = said.reduce((sum, weight) => sum + weight, 0) / whole;
  return share * (1 - BREVITY + BREVITY * Math.min(1, terms.length / Math.max(1, name.length)));
}

/**
 * Finds the aliases whose names are most like a text, the best first, each with a confidence from 0 to 1. `terms` are the
 * words of the text, each in its spellings; `total` is how many aliases there are.
 */
export async function findSimilarAliases(
  db: Db,
  terms: string[][],
  total: number,
  limit: number,
): Promise<(AliasRow & { confidence: number })[]> {
  const text = await readText(db, terms, total);
  if (!text) return [];
  const best = (await candidatesOf(db, text.words, text.weights))
    .map(({ id, words }) => ({ id, confidence: confidenceOf(text, words) }))
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .toSorted((a, b) => b.confidence - a.confidence || a.id - b.id)
    .slice(0, limit);
  const rows: AliasRow[] = await db('aliases').whereRaw('id = any(?)', [best.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ id, confidence }) => {
    const row = byId.get(id);
    return row ? [{ ...row, confidence: Math.round(confidence * 1000) / 1000 }] : [];
  });
}

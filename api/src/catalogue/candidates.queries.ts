import { rarityOf } from '@ostatok/kit/matching/rarity.ts';
import { distance, lettersOf } from '@ostatok/kit/names/distance.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';
import { type AnsweredWord, type AskedWord, type Word, wordsNearEach, wordsWithEach } from './words.queries.ts';

/** Names are looked for by the rarest words of a text, until those have so many. */
const MOST_READ = 3000;
/** So many rare words of a text say enough of it. */
const SURE = 2;
/** The rarest words of a text that are looked for in pairs. */
const PAIRED = 5;
/** A pair of words that more names have by mere chance leads to too many that the text does not mean. */
const MOST_BY_CHANCE = 100;
/** The names of which all words are compared with the text's. */
const COMPARED = 200;
/** The most words that stand for one word of the text that the catalogue has not. */
const MOST_SUBSTITUTES = 30;
/** A word that so few names have may be a slip itself: words that are written nearly so are looked for too. */
const DOUBTFUL = 20;
/** What a word counts that only begins so, or has it somewhere. */
const BEGUN = 0.8;
const PARTLY = 0.6;
/** A word of which half of its letters are others is another word. */
const LEAST_LIKENESS = 0.4;
/** How much longer names come behind, of those that say as much of the text. */
const BREVITY = 0.15;

/** A word of a text. */
export interface TextWord {
  /** The word as the catalogue may write it. */
  spellings: string[];
  /** How much it says of what is looked for, from 0 to 1. */
  share: number;
  /** Cut off with a full stop: «рез.». */
  isCut: boolean;
}

/** A word of the catalogue that stands for a word of the text. */
interface Substitute extends Word {
  /** Which word of the text. */
  term: number;
  /** How surely it stands for it, from 0 to 1. */
  likeness: number;
}

function likenessOf(spellings: string[], word: string): number {
  const costs = spellings.map((spelling) => {
    const longer = Math.max(spelling.length, word.length);
    return distance(lettersOf(spelling), lettersOf(word), longer) / longer;
  });
  return 1 - 2 * Math.min(...costs);
}

/** The words of the text themselves, as far as the catalogue has them, and how many aliases there are. */
async function sameWords(db: Db, terms: TextWord[]): Promise<{ same: Substitute[]; total: number }> {
  const { rows } = await db.raw<{ rows: (Word & { total: number })[] }>(
    `select c.total, w.word, w.names from alias_counts c left join alias_words w on w.word = any(?) where c.of = 'id'`,
    [terms.flatMap(({ spellings }) => spellings)],
  );
  const same = terms.flatMap(({ spellings }, term) =>
    rows.flatMap(({ word, names }) => (spellings.includes(word) ? [{ word, names, term, likeness: 1 }] : [])),
  );
  return { same, total: rows[0]?.total ?? 0 };
}

const askedAs = (terms: TextWord[], isAsked: (word: TextWord, term: number) => boolean): AskedWord[] =>
  terms.flatMap((word, term) =>
    isAsked(word, term) ? word.spellings.map((spelling) => ({ term, word: spelling })) : [],
  );

/**
 * The words that stand for each word of the text: those of `same`, else those that have it as a part; where these are
 * few, also those that are written nearly so or sound alike.
 */
async function substitutesFor(db: Db, terms: TextWord[], same: Substitute[]): Promise<Substitute[]> {
  const spellingsOf = (term: number): string[] => terms[term]?.spellings ?? [];
  const namesOf = (found: Substitute[], term: number): number =>
    found.reduce((sum, word) => sum + (word.term === term ? word.names : 0), 0);
  const isBegun = ({ term, word }: AnsweredWord): boolean => spellingsOf(term).some((text) => word.startsWith(text));
  const unknown = askedAs(terms, ({ isCut }, term) => isCut || namesOf(same, term) === 0);
  const partly = (await wordsWithEach(db, unknown, MOST_SUBSTITUTES)).map((word) => ({
    ...word,
    likeness: isBegun(word) ? BEGUN : PARTLY,
  }));
  const known = [...same, ...partly];
  const doubtful = askedAs(terms, (_, term) => namesOf(known, term) < DOUBTFUL);
  const nearly = (await wordsNearEach(db, doubtful))
    .map((word) => ({ ...word, likeness: likenessOf(spellingsOf(word.term), word.word) }))
    .filter(({ likeness }) => likeness >= LEAST_LIKENESS);
  const likeliest = [...known, ...nearly].toSorted((a, b) => a.likeness - b.likeness);
  return [...new Map(likeliest.map((word) => [`${word.term} ${word.word}`, word])).values()];
}

/** Words that a name must have together to be looked at. */
interface Lead {
  words: string[];
  weight: number;
}

/** The pairs of these words, of different terms, the rarest two first; beyond these only pairs that few names have. */
function pairsOf(words: Substitute[], total: number): Substitute[][] {
  const all = words.flatMap((one, at) =>
    words.slice(at + 1).flatMap((other) => (one.term === other.term ? [] : [[one, other] as const])),
  );
  const byChance = ([one, other]: readonly [Substitute, Substitute]): number => (one.names * other.names) / total;
  return all.filter((pair, at) => at === 0 || byChance(pair) <= MOST_BY_CHANCE).map((pair) => [...pair]);
}

/**
 * The rarest words, until they have enough names. Where these say too little of the text, as they are all common or only
 * written nearly so, the rarest pairs of its own words are looked for too.
 */
function leadsOf(words: Substitute[], weights: Map<string, number>, total: number): Lead[] {
  const rarest = words.toSorted((a, b) => a.names - b.names);
  let names = 0;
  const alone = rarest.filter((word, at) => {
    names += word.names;
    return at === 0 || names <= MOST_READ;
  });
  const own = rarest.filter(({ likeness }) => likeness === 1);
  const isSure = alone.filter(({ likeness, names }) => likeness === 1 && names <= MOST_READ).length >= SURE;
  const sets = [...alone.map((word) => [word]), ...(isSure ? [] : pairsOf(own.slice(0, PAIRED), total))];
  return sets.map((set) => ({
    words: set.map(({ word }) => word),
    weight: set.reduce((sum, { word, likeness }) => sum + (weights.get(word) ?? 0) * likeness, 0),
  }));
}

interface NamedRow {
  id: number;
  words: string[];
}

/** The names that have most of the words, rare ones before common ones. */
async function likeliestNames(db: Db, leads: Lead[]): Promise<NamedRow[]> {
  const { rows } = await db.raw(
    `with hits as (
       select n.id, w.weight from unnest(?::text[], ?::float8[]) as w(words, weight)
         cross join lateral (select id from alias_name_words where words @> string_to_array(w.words, ' ') limit ?) n),
     best as (select id from hits group by id order by sum(weight) desc, id limit ?)
     select id, array_to_string(words, ' ') as words from alias_name_words where id = any(array(select id from best))`,
    [leads.map(({ words }) => words.join(' ')), leads.map(({ weight }) => weight), MOST_READ, COMPARED],
  );
  return rows.map(({ id, words: text }: { id: number; words: string }) => ({ id, words: text.split(' ') }));
}

/** How much of the text a name says, and a little of how much else it says. */
function sharedWith(
  byWord: Map<string, Substitute[]>,
  weights: Map<string, number>,
  { words: name }: NamedRow,
): number {
  const said = new Map<number, number>();
  for (const { word, term, likeness } of name.flatMap((word) => byWord.get(word) ?? []))
    said.set(term, Math.max(said.get(term) ?? 0, (weights.get(word) ?? 0) * likeness));
  const shared = [...said.values()].reduce((sum, weight) => sum + weight, 0);
  return shared * (1 - BREVITY + BREVITY * Math.min(1, said.size / Math.max(1, name.length)));
}

/** Aliases that a text may mean, and what the catalogue knows of the words. */
export interface Candidates {
  aliases: AliasRow[];
  /** How many names have each word, of the text and of the aliases. */
  names: Map<string, number>;
  /** How surely the catalogue has each word of the text, from 0 to 1. */
  known: number[];
  /** How many aliases there are. */
  total: number;
}

/** How many names have each of these words. */
async function countNames(db: Db, words: string[]): Promise<Map<string, number>> {
  const rows: Word[] = await db('alias_words').select('word', 'names').whereRaw('word = any(?)', [words]);
  return new Map(rows.map(({ word, names }) => [word, names]));
}

/** Finds the aliases whose names are most like a text, the likeliest first. `terms` are the words of the text. */
export async function findCandidates(db: Db, terms: TextWord[], limit: number): Promise<Candidates> {
  const { same, total } = await sameWords(db, terms);
  const words = terms.length > 0 ? await substitutesFor(db, terms, same) : [];
  const known = terms.map((_, term) => Math.max(0, ...words.map((word) => (word.term === term ? word.likeness : 0))));
  if (words.length === 0) return { aliases: [], names: new Map(), known, total };
  const weights = new Map(
    words.map(({ word, names, term }) => [word, rarityOf(names, total) * (terms[term]?.share ?? 0)]),
  );
  const byWord = Map.groupBy(words, ({ word }) => word);
  const best = (await likeliestNames(db, leadsOf(words, weights, total)))
    .map((row) => ({ ...row, shared: sharedWith(byWord, weights, row) }))
    .toSorted((a, b) => b.shared - a.shared || a.id - b.id)
    .slice(0, limit);
  const rows: AliasRow[] = await db('aliases').whereRaw('id = any(?)', [best.map(({ id }) => id)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = await countNames(db, [
    ...new Set([...terms.flatMap(({ spellings }) => spellings), ...best.flatMap(({ words }) => words)]),
  ]);
  return { aliases: best.flatMap(({ id }) => byId.get(id) ?? []), names, known, total };
}

import type { FoundItem, Names } from '../items/find-item.ts';
import { toFound } from './amounts.ts';
import { changeIdOf } from './change-id.ts';
import { foundLine } from './grammar/found-line.ts';
import type { Line, LineRefusal } from './grammar/line.ts';
import { unsignedParts } from './grammar/parts.ts';
import { withSign } from './grammar/verbs.ts';
import { isQuantityAlone, parseMessage, parseQuantity } from './grammar.ts';
import { isHeading, lineUnder, type Under, underHeading } from './headings.ts';
import { everyWay, itemAndQuantity, tellsWay, whichWay } from './item-and-quantity.ts';
import { itemsNamed } from './named-in.ts';
import { namelessOutcome } from './nameless.ts';
import { createPause, type Pause } from './pause.ts';
import { plainItem } from './plain-item.ts';
import { about, because, type Convert, type Outcome, resolve } from './resolve.ts';
import { inOtherLayout, isGreeting } from './talk.ts';
import { unreadText } from './texts.ts';

/** The most lines that are retyped in the other keyboard layout; a longer list was not typed by hand. */
const MAX_RELAID = 30;

/** A message's line with its outcome and the id of the change that it makes. */
export interface Numbered {
  line: Line;
  outcome: Outcome;
  changeId: string;
}

export interface Reading {
  names: Names;
  tenantId: string;
  updateId: number;
  convert?: Convert;
  /** True in a count, where lines give the quantity found and need no sign. */
  counted?: boolean;
  /** The item whose card the message answers. */
  item?: FoundItem | undefined;
  /** The meaning of lines without a sign, if the user has said it. */
  unsigned?: Under | undefined;
}

/** Reads «+0,7» as an answer to an item's card; a quantity without a sign leads to a question about its direction. */
function answerOutcome(text: string, item: FoundItem, convert?: Convert): Outcome | undefined {
  const given = parseQuantity(text);
  if (!given) return undefined;
  const { amounts, signed, sets } = given;
  const outcome = about(item, amounts, sets ? toFound : convert);
  if (sets && outcome.kind !== 'refused') return { ...outcome, sets };
  if (outcome.kind !== 'apply') return outcome;
  if (signed || convert) return because(outcome, given.because, text, given.note);
  // A reason implies that the quantity has gone.
  const gone = given.because && about(item, withSign(amounts, -1));
  if (gone?.kind === 'apply') return { ...gone, kind: 'ask', name: item.name, options: [gone], reason: given.because };
  return { kind: 'ask', name: item.name, amounts, options: everyWay(item, amounts), question: whichWay(item.name) };
}

interface Section {
  under: Under;
  lines: string[];
}

/**
 * Splits the message into sections by headings and drops greetings. A line is not a heading if only its quantity
 * follows it.
 */
function sectionsOf(written: string[], unsigned: Under): Section[] {
  const sections: Section[] = [{ under: unsigned, lines: [] }];
  for (const [index, line] of written.entries()) {
    if (isGreeting(line)) continue;
    const section = sections.at(-1);
    const under = underHeading(line);
    if (!isHeading(line) || isQuantityAlone(written[index + 1] ?? '')) section?.lines.push(line);
    else sections.push({ under: under ? { ...unsigned, ...under } : (section?.under ?? unsigned), lines: [] });
  }
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Reads the lines without greetings and headings; text typed in the wrong keyboard layout is converted. */
function linesOf(text: string, { names, counted, unsigned = {} }: Reading): Line[] {
  const written = text.split(/[\n\r]+/u).filter((line) => line.trim() !== '');
  const sections = written.length > 1 ? sectionsOf(written, unsigned) : [];
  const telling = sections.length > 0 ? sections : [{ under: unsigned, lines: written }];
  let left = MAX_RELAID;
  return telling.flatMap(({ under, lines }) => {
    const meant = lines.map((line) => (left-- > 0 ? inOtherLayout(line, names) : line));
    return parseMessage(meant.join('\n'), counted ? foundLine : lineUnder(under));
  });
}

const NOWHERE = ['refused', 'unknown'];
const SURELY_REFUSED: LineRefusal[] = ['correction', 'reason-in-count'];

/**
 * Resolves the line as written; if it matches nothing, resolves its alternatives, provided that each of them matches
 * something.
 */
function resolved(line: Line, names: Names, convert?: Convert): Resolved[] {
  const outcome = resolve(line, names, convert);
  if (!line.orElse || !NOWHERE.includes(outcome.kind)) return [{ line, outcome }];
  const others = line.orElse.map((one) => ({ line: one, outcome: resolve(one, names, convert) }));
  return others.some(({ outcome: other }) => NOWHERE.includes(other.kind)) ? [{ line, outcome }] : others;
}

/**
 * The most unclear lines to ask about. More of them are a list in another form, and a question about each would bury
 * it.
 */
const MOST_ASKED = 4;

interface Resolved {
  line: Line;
  outcome: Outcome;
}

/** Returns the questions about a refused line; «Абсолют 2, кампари 1» gives one for each of its items. */
function questionsOf({ line, outcome }: Resolved, names: Names, convert?: Convert): Resolved[] {
  const { text } = line;
  const parts = unsignedParts(text).map((part): Line => ({ ...line, text: part }));
  const asked = (lines: Line[]): Resolved[] =>
    lines.flatMap((one) => {
      const question = itemAndQuantity(one, names, convert);
      return question ? [{ line: one, outcome: question }] : [];
    });
  const each = asked(parts);
  if (parts.length > 0 && parts.length <= MOST_ASKED && each.length === parts.length) return each;
  const one = asked([line]);
  return one.length > 0 ? one : [{ line, outcome }];
}

/** The fewest lines without a sign that are asked about together. */
const LEAST_LISTED = 2;

/** Marks the lines of a list that lack only a sign, since one question about all of them is enough. */
function listed(all: Resolved[]): Resolved[] {
  const isListed = ({ line, outcome }: Resolved): boolean =>
    outcome.kind === 'refused' && line.kind === 'refused' && line.reason === 'no-sign' && !tellsWay(line.text);
  if (all.filter(isListed).length < LEAST_LISTED) return all;
  return all.map(({ line, outcome }) =>
    outcome.kind === 'refused' && isListed({ line, outcome })
      ? { line, outcome: { ...outcome, listed: line.text } }
      : { line, outcome },
  );
}

/** Reasons whose texts repeat the line as a name; where it is none, they would not help. */
const UNREAD: LineRefusal[] = ['no-quantity', 'no-sign'];

/** Adds to a refused line the items that it names, the item whose card it answers, or that it lacks only a name. */
async function withItems({ line, outcome }: Resolved, { names, item }: Reading, pause: Pause): Promise<Resolved> {
  if (outcome.kind !== 'refused') return { line, outcome };
  const items = item ? [item] : await itemsNamed(line.text, names, pause);
  if (items.length === 0) return { line, outcome: namelessOutcome(line.text) ?? outcome };
  const isUnread = line.kind === 'refused' && UNREAD.includes(line.reason) && names.find(line.name).kind === 'none';
  return { line, outcome: { ...outcome, items, text: isUnread ? unreadText(line.text) : outcome.text } };
}

/** Asks about refused lines that nevertheless hold an item, with or without a quantity. */
async function askRefused(all: Resolved[], reading: Reading, pause: Pause): Promise<Resolved[]> {
  const { names, convert } = reading;
  const isRefused = ({ outcome }: Resolved): boolean => outcome.kind === 'refused' && !outcome.listed;
  if (all.filter(isRefused).length > MOST_ASKED) return all;
  // The other lines of a list are headings and remarks, unless they hold a number.
  const isList = all.some(({ outcome }) => outcome.kind === 'refused' && outcome.listed);
  const asked: Resolved[] = [];
  for (const one of all) {
    const { line } = one;
    const isUnclear = isRefused(one) && line.kind === 'refused' && !SURELY_REFUSED.includes(line.reason);
    for (const each of isUnclear ? questionsOf(one, names, convert) : [one])
      asked.push(
        isRefused(each) && (!isList || /\p{N}/u.test(each.line.text)) ? await withItems(each, reading, pause) : each,
      );
  }
  return asked;
}

/** Returns the message's lines with their outcomes. */
export async function outcomesOf(text: string, reading: Reading): Promise<Numbered[]> {
  const { names, tenantId, updateId, convert, item } = reading;
  const lines = linesOf(text, reading);
  const [first] = lines;
  const answer = item && first && lines.length === 1 ? answerOutcome(text, item, convert) : undefined;
  if (first && answer) return [{ line: first, outcome: answer, changeId: changeIdOf(tenantId, updateId, 0) }];
  const all: Resolved[] = [];
  const pause = createPause();
  for (const line of lines) {
    await pause();
    for (const one of resolved(line, names, convert)) {
      const nameless = one.outcome.kind === 'unknown' ? namelessOutcome(one.line.text) : undefined;
      all.push({ ...one, outcome: plainItem(one, all, names, convert) ?? nameless ?? one.outcome });
    }
  }
  const outcomes = await askRefused(reading.counted ? all : listed(all), reading, pause);
  return outcomes.map((one, index) => ({ ...one, changeId: changeIdOf(tenantId, updateId, index) }));
}

import type { FoundItem, Names } from '../items/find-item.ts';
import { toFound } from './amounts.ts';
import { changeIdOf } from './change-id.ts';
import { foundLine } from './grammar/found-line.ts';
import type { Line, LineRefusal } from './grammar/line.ts';
import { unsignedParts } from './grammar/parts.ts';
import { withSign } from './grammar/verbs.ts';
import { isQuantityAlone, parseMessage, parseQuantity } from './grammar.ts';
import { isHeading, lineUnder, type Under, underHeading } from './headings.ts';
import { everyWay, itemAndQuantity, whichWay } from './item-and-quantity.ts';
import { about, because, type Convert, type Outcome, resolve } from './resolve.ts';
import { inOtherLayout, isGreeting } from './talk.ts';

/** After so long others get their turn: a misspelt name among ten thousand takes a while. */
const TURN_MS = 20;

/** Beyond so many lines a list was not typed by hand. */
const MAX_RELAID = 30;

/** A message's line with what it comes to, and the id of the change it makes. */
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
  /** Lines say what is there, and need no sign. */
  counted?: boolean;
  /** The message answers this item's card. */
  item?: FoundItem | undefined;
}

/** «+0,7» in answer to an item's card; without a sign it is asked which. */
function answerOutcome(text: string, item: FoundItem, convert?: Convert): Outcome | undefined {
  const given = parseQuantity(text);
  if (!given) return undefined;
  const { amounts, signed, sets } = given;
  const outcome = about(item, amounts, sets ? toFound : convert);
  if (sets && outcome.kind !== 'refused') return { ...outcome, sets };
  if (outcome.kind !== 'apply') return outcome;
  if (signed || convert) return because(outcome, given.because, text, given.note);
  // With a reason it can only have gone.
  const gone = given.because && about(item, withSign(amounts, -1));
  if (gone?.kind === 'apply') return { ...gone, kind: 'ask', name: item.name, options: [gone], reason: given.because };
  return { kind: 'ask', name: item.name, amounts, options: everyWay(item, amounts), question: whichWay(item.name) };
}

interface Section {
  under: Under;
  lines: string[];
}

/** Without greetings; lines by the heading they stand under. A heading is none where only its quantity follows it. */
function sectionsOf(written: string[]): Section[] {
  const sections: Section[] = [{ under: {}, lines: [] }];
  for (const [index, line] of written.entries()) {
    if (isGreeting(line)) continue;
    const section = sections.at(-1);
    if (!isHeading(line) || isQuantityAlone(written[index + 1] ?? '')) section?.lines.push(line);
    else sections.push({ under: underHeading(line) ?? section?.under ?? {}, lines: [] });
  }
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Without greetings and headings; what was typed in the other layout as it was meant. */
function linesOf(text: string, { names, counted }: Reading): Line[] {
  const written = text.split(/[\n\r]+/u).filter((line) => line.trim() !== '');
  const sections = written.length > 1 ? sectionsOf(written) : [];
  const telling = sections.length > 0 ? sections : [{ under: {}, lines: written }];
  let left = MAX_RELAID;
  return telling.flatMap(({ under, lines }) => {
    const meant = lines.map((line) => (left-- > 0 ? inOtherLayout(line, names) : line));
    return parseMessage(meant.join('\n'), counted ? foundLine : lineUnder(under));
  });
}

const NOWHERE = ['refused', 'unknown'];
const SURELY_REFUSED: LineRefusal[] = ['correction', 'reason-in-count'];

/** The line as it stands, or as what else it may be where it comes to nothing and that comes to something. */
function resolved(line: Line, names: Names, convert?: Convert): Resolved[] {
  const outcome = resolve(line, names, convert);
  if (!line.orElse || !NOWHERE.includes(outcome.kind)) return [{ line, outcome }];
  const others = line.orElse.map((one) => ({ line: one, outcome: resolve(one, names, convert) }));
  return others.some(({ outcome: other }) => NOWHERE.includes(other.kind)) ? [{ line, outcome }] : others;
}

/** More unclear lines in one message are a list in another form: a question about each would bury it. */
const MOST_ASKED = 4;

interface Resolved {
  line: Line;
  outcome: Outcome;
}

/** What a refused line is asked about: «Абсолют 2, кампари 1» about each of its items. */
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

/** Refused lines that hold an item and a quantity all the same are asked about. */
function askRefused(all: Resolved[], names: Names, convert?: Convert): Resolved[] {
  const isUnclear = ({ line, outcome }: Resolved): boolean =>
    outcome.kind === 'refused' && line.kind === 'refused' && !SURELY_REFUSED.includes(line.reason);
  if (all.filter(isUnclear).length > MOST_ASKED) return all;
  return all.flatMap((one) => (isUnclear(one) ? questionsOf(one, names, convert) : [one]));
}

/** The message's lines with what each comes to. */
export async function outcomesOf(text: string, reading: Reading): Promise<Numbered[]> {
  const { names, tenantId, updateId, convert, item } = reading;
  const lines = linesOf(text, reading);
  const [first] = lines;
  const answer = item && first && lines.length === 1 ? answerOutcome(text, item, convert) : undefined;
  if (first && answer) return [{ line: first, outcome: answer, changeId: changeIdOf(tenantId, updateId, 0) }];
  const all: Resolved[] = [];
  let turnBegan = performance.now();
  for (const line of lines) {
    if (performance.now() - turnBegan > TURN_MS) {
      await new Promise((resume) => setImmediate(resume));
      turnBegan = performance.now();
    }
    all.push(...resolved(line, names, convert));
  }
  const outcomes = askRefused(all, names, convert);
  return outcomes.map((one, index) => ({ ...one, changeId: changeIdOf(tenantId, updateId, index) }));
}

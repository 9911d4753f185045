import type { FoundItem, Names } from '../items/find-item.ts';
import { type Amount, toFound } from './amounts.ts';
import { changeIdOf } from './change-id.ts';
import { foundLine } from './grammar/found-line.ts';
import type { Line } from './grammar/line.ts';
import { isQuantityAlone, parseMessage, parseQuantity } from './grammar.ts';
import { isHeading, lineUnder, type Under, underHeading } from './headings.ts';
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

/** Both signs of a quantity that came without one. */
const opposite = (amounts: Amount[]): Amount[] =>
  amounts.map((amount) => ({ ...amount, micros: amount.micros === null ? null : -amount.micros }));

/** «+0,7» in answer to an item's card; without a sign it is asked which. */
function answerOutcome(text: string, item: FoundItem, convert?: Convert): Outcome | undefined {
  const given = parseQuantity(text);
  if (!given) return undefined;
  const { amounts, signed, sets } = given;
  const outcome = about(item, amounts, sets ? toFound : convert);
  if (sets && outcome.kind !== 'refused') return { ...outcome, sets };
  if (outcome.kind !== 'apply') return outcome;
  if (signed || convert) return because(outcome, given.because, text, given.note);
  const options = [outcome, about(item, opposite(amounts))].flatMap((one) => (one.kind === 'apply' ? [one] : []));
  const reason = given.because;
  // With a reason it can only have gone.
  return {
    kind: 'ask',
    name: item.name,
    amounts,
    options: reason ? options.slice(1) : options,
    ...(reason && { reason }),
  };
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

/** The line as it stands, or as what else it may be where it comes to nothing and that comes to something. */
function resolved(line: Line, names: Names, convert?: Convert): { line: Line; outcome: Outcome }[] {
  const outcome = resolve(line, names, convert);
  if (!line.orElse || !NOWHERE.includes(outcome.kind)) return [{ line, outcome }];
  const others = line.orElse.map((one) => ({ line: one, outcome: resolve(one, names, convert) }));
  return others.some(({ outcome: other }) => NOWHERE.includes(other.kind)) ? [{ line, outcome }] : others;
}

/** The message's lines with what each comes to. */
export async function outcomesOf(text: string, reading: Reading): Promise<Numbered[]> {
  const { names, tenantId, updateId, convert, item } = reading;
  const lines = linesOf(text, reading);
  const [first] = lines;
  const answer = item && first && lines.length === 1 ? answerOutcome(text, item, convert) : undefined;
  if (first && answer) return [{ line: first, outcome: answer, changeId: changeIdOf(tenantId, updateId, 0) }];
  const outcomes: Numbered[] = [];
  let turnBegan = performance.now();
  for (const line of lines) {
    if (performance.now() - turnBegan > TURN_MS) {
      await new Promise((resume) => setImmediate(resume));
      turnBegan = performance.now();
    }
    for (const one of resolved(line, names, convert))
      outcomes.push({ ...one, changeId: changeIdOf(tenantId, updateId, outcomes.length) });
  }
  return outcomes;
}

import type { FoundItem, Names } from '../items/find-item.ts';
import { type Amount, toFound } from './amounts.ts';
import { changeIdOf } from './change-id.ts';
import { foundLine, type Line, parseMessage, parseQuantity } from './grammar.ts';
import { about, because, type Convert, type Outcome, resolve } from './resolve.ts';
import { inOtherLayout, isGreeting, isHeading } from './talk.ts';

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

/** Without greetings and headings; what was typed in the other layout as it was meant. */
function linesOf(text: string, { names, counted }: Reading): Line[] {
  const written = text.split(/[\n\r]+/u).filter((line) => line.trim() !== '');
  const telling = written.length > 1 ? written.filter((line) => !isGreeting(line) && !isHeading(line)) : written;
  const meant = (telling.length > 0 ? telling : written).slice(0, MAX_RELAID).map((line) => inOtherLayout(line, names));
  return parseMessage([...meant, ...telling.slice(MAX_RELAID)].join('\n'), counted ? foundLine : undefined);
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
  for (const [index, line] of lines.entries()) {
    if (performance.now() - turnBegan > TURN_MS) {
      await new Promise((resume) => setImmediate(resume));
      turnBegan = performance.now();
    }
    outcomes.push({ line, outcome: resolve(line, names, convert), changeId: changeIdOf(tenantId, updateId, index) });
  }
  return outcomes;
}

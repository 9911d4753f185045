import type { MadeEntry, QuestionRow } from './bot.queries.ts';
import type { Numbered } from './lines.ts';
import type { MessageRow } from './messages.queries.ts';
import type { Open } from './plan.ts';
import type { Outcome } from './resolve.ts';
import { quoted } from './texts.ts';

type Apply = Extract<Outcome, { kind: 'apply' }>;

interface Said {
  /** The message and its edits before this one, oldest first. */
  rows: MessageRow[];
  /** When this edit was begun, if it is delivered again. */
  begunAt: Date | undefined;
  /** The entries that it has made before. */
  made: MadeEntry[];
  /** The questions that it has asked before; their answers are among `made`. */
  questions: QuestionRow[];
  numbered: Numbered[];
}

/** The effects of an edited message of a count. */
export interface EntryPlan {
  /** Ids of the entries that the message still holds, and of those that it no longer does. */
  kept: string[];
  taken: string[];
  /** The lines that are not entered yet. */
  lines: Numbered[];
  refused: string[];
}

/** Returns the entries that were taken back or replaced since they were made, and not by an edit of the message. */
function undoneSince({ rows, begunAt, made }: Said): MadeEntry[] {
  return made.filter(({ id, voided_at, replaced_by }) => {
    if (voided_at === null) return false;
    const edit = rows[rows.findIndex(({ change_ids }) => change_ids.includes(id)) + 1];
    const editedAt = edit?.created_at ?? begunAt;
    return replaced_by !== null || editedAt === undefined || voided_at < editedAt;
  });
}

const isSame = (entry: MadeEntry, { item, delta, sets }: Apply): boolean =>
  entry.item_id === item.id &&
  Number(entry.quantity) === delta &&
  (sets ? entry.replaces || !entry.follows : !entry.replaces);

const written = (amounts: { text: string }[]): string => amounts.map(({ text }) => text).join(' ');

/** An entry with the question that it answers. */
interface Answer {
  entry: MadeEntry;
  question: QuestionRow;
}

/** Reads the line as its question was answered; an answer that does not fit it gives undefined. */
function asAnswered(open: Open, { entry, question }: Answer): Apply | undefined {
  const quantity = Number(entry.quantity);
  if (open.kind === 'need') {
    const isUnchanged = open.item.id === entry.item_id && written(open.amounts) === written(question.amounts);
    return isUnchanged ? { ...open, kind: 'apply', delta: quantity } : undefined;
  }
  const options = question.name === open.name ? open.options.filter(({ item }) => item.id === entry.item_id) : [];
  const option = options.find(({ delta }) => delta === quantity) ?? (options.length === 1 ? options[0] : undefined);
  return option && { ...open, kind: 'apply', ...option };
}

/** Applies an answer that the user has already given to a question about the same; each answer is of one line. */
function answered(open: Open, answers: Answer[]): Outcome {
  const fitting = answers.flatMap((answer) => {
    const apply = asAnswered(open, answer);
    return apply ? [{ answer, apply }] : [];
  });
  const [first] = fitting;
  const found = fitting.find(({ answer, apply }) => apply.delta === Number(answer.entry.quantity)) ?? first;
  if (!found) return open;
  answers.splice(answers.indexOf(found.answer), 1);
  return found.apply;
}

/** Takes the quantity with which the user has answered a doubt about this one. */
function asConfirmed(outcome: Apply, all: Answer[]): Apply {
  const confirmed = all.find(({ entry, question: { options } }) => {
    const doubted = options.at(-1);
    return entry.item_id === outcome.item.id && doubted?.confirmed && doubted.delta === outcome.delta;
  });
  return confirmed ? { ...outcome, delta: Number(confirmed.entry.quantity) } : outcome;
}

/**
 * Plans the correction: unchanged lines stay, removed ones are taken back, new ones are entered. Lines that were taken back
 * since are left alone. An edit that is delivered again, perhaps half done, gives the same.
 */
export function planEntries(said: Said): EntryPlan {
  const { begunAt, made, questions, numbered } = said;
  const answers = made.flatMap((entry): Answer[] => {
    const question = questions.find(({ change_id }) => change_id === entry.id);
    return question ? [{ entry, question }] : [];
  });
  const all = [...answers];
  const undone = undoneSince(said);
  // what was replaced comes back with the one that has replaced it
  const left = made.filter(({ voided_at, replaced_by }) => voided_at === null || replaced_by !== null);
  const plan: EntryPlan = { kept: [], taken: [], lines: [], refused: [] };
  for (const { line, outcome: read, changeId } of numbered) {
    const isOpen = read.kind === 'ask' || read.kind === 'unknown' || read.kind === 'need';
    const outcome = isOpen ? answered(read, answers) : read;
    if (outcome.kind !== 'apply') {
      plan.lines.push({ line, outcome, changeId });
      continue;
    }
    const meant = asConfirmed(outcome, all);
    const same = left.findIndex((entry) => isSame(entry, meant));
    if (same >= 0) plan.kept.push(...left.splice(same, 1).map(({ id }) => id));
    else if (undone.some(({ item_id }) => item_id === meant.item.id)) {
      plan.refused.push(`${quoted(line.text)} — эту запись уже отменили или заменили. Напишите её новым сообщением`);
    } else plan.lines.push({ line, outcome: meant, changeId });
  }
  const isTakenHere = ({ voided_at, replaced_by }: MadeEntry): boolean =>
    voided_at !== null && replaced_by === null && begunAt !== undefined && voided_at >= begunAt;
  plan.taken = [...left, ...made.filter(isTakenHere)].map(({ id }) => id);
  return plan;
}

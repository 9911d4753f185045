import type { Reason } from '../../contract/changes.ts';
import type { NewChange, PlainResult } from '../changes/changes.service.ts';
import type { QuestionRow } from './bot.queries.ts';
import type { Numbered } from './lines.ts';
import type { MadeChange } from './messages.queries.ts';
import type { Open, Plan } from './plan.ts';
import { reasonNames } from './reasons.ts';
import { isAskedApart, type Outcome } from './resolve.ts';
import { deltaText, type Echoed, echoText, quantityText, quoted } from './texts.ts';

type Apply = Extract<Outcome, { kind: 'apply' }>;

interface Said {
  made: MadeChange[];
  /** Ids of the reverses that earlier edits of the message made. */
  reverses: Set<string>;
  /** The questions that the message asked before; their answers are among `made`. */
  questions: QuestionRow[];
  numbered: Numbered[];
  reverseId: (index: number) => string;
}

/** Applies the answer that the user has already given to a question about the same name. */
function answered(open: Exclude<Open, { kind: 'need' }>, { made, questions }: Said): Outcome {
  const asked = questions.find(({ name }) => name === open.name);
  const change = asked && made.find(({ id }) => id === asked.change_id);
  if (!change) return open;
  const options = open.options.filter(
    ({ item, delta, sets = open.sets ?? false }) =>
      item.id === change.item_id && (change.method === 'set') === sets && (sets || Number(change.delta) * delta > 0),
  );
  const given = Number(change.method === 'set' ? change.given : change.delta);
  const option = options.find(({ delta }) => delta === given) ?? (options.length === 1 ? options[0] : undefined);
  return option ? { ...open, kind: 'apply', ...option } : open;
}

const isSame = (change: MadeChange, { item, delta, reason, sets = false }: Apply): boolean =>
  change.item_id === item.id &&
  (change.method === 'set') === sets &&
  Number(sets ? change.given : change.delta) === delta &&
  change.reason === (reason ?? null);

const changeOf = (changeId: string, { item, delta, reason, note, sets }: Apply): NewChange => ({
  id: changeId,
  itemId: item.id,
  ...(sets ? { set: delta } : { delta }),
  source: 'bot',
  ...(reason && { reason }),
  ...(note && { note }),
});

/** Returns the time of the original message, because its correction describes that moment and not the present. */
const firstTime = (made: MadeChange[]): Date | undefined =>
  made.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())[0];

/**
 * Plans the correction: unchanged lines stay, removed ones are reversed, new ones are written. Lines that a user has
 * undone since are left alone.
 */
export function planCorrection(said: Said): Plan {
  const notReversed = said.made.filter(({ reverse_id }) => reverse_id === null);
  const undone = said.made.filter(({ reverse_id }) => reverse_id !== null && !said.reverses.has(reverse_id));
  const plan: Plan = { writes: [], refused: [], questions: [] };
  const written: NewChange[] = [];
  const at = firstTime(said.made);
  for (const { line, outcome: read, changeId } of said.numbered) {
    const outcome = read.kind === 'ask' || read.kind === 'unknown' ? answered(read, said) : read;
    if (outcome.kind === 'refused') {
      if (!isAskedApart(outcome)) plan.refused.push(outcome.text);
      if (isAskedApart(outcome) || outcome.items) plan.questions.push({ changeId, outcome });
    } else if (outcome.kind !== 'apply') plan.questions.push({ changeId, outcome });
    else {
      const kept = notReversed.findIndex((change) => isSame(change, outcome));
      if (kept >= 0) notReversed.splice(kept, 1);
      else if (undone.some(({ item_id }) => item_id === outcome.item.id)) {
        plan.refused.push(`${quoted(line.text)} — это изменение уже отменяли. Напишите его новым сообщением`);
      } else written.push({ ...changeOf(changeId, outcome), ...(at && { at }) });
    }
  }
  plan.writes = notReversed.map(({ id, item_id, delta }, index) => ({
    id: said.reverseId(index),
    itemId: item_id,
    delta: -Number(delta),
    source: 'bot' as const,
    undoes: id,
  }));
  plan.writes.push(...written);
  return plan;
}

const sumOf = (deltas: number[]): number => deltas.reduce((sum, delta) => sum + Math.round(delta * 1000), 0) / 1000;

const because = (reason: Reason | null | undefined): string => (reason ? `, ${reasonNames[reason]}` : '');

/**
 * Returns «Исправлено: Джемесон 4,6 → 5,4 л (было +0,7, стало +0,8)», or the text for an item that was removed from or
 * added to the message.
 */
function correctionText(reversed: Echoed[], applied: Echoed[]): string {
  const [first] = applied;
  const last = applied.at(-1);
  if (!first || !last) return reversed.map((change) => `Отменено: ${echoText(change)}`).join('\n');
  if (reversed.length === 0) return applied.map(echoText).join('\n');
  const is = deltaText(sumOf(applied.map(({ delta }) => delta ?? 0)));
  const known = reversed.flatMap(({ delta }) => (delta === null ? [] : -delta));
  const was = known.length === reversed.length ? `было ${deltaText(sumOf(known))}, ` : '';
  const quantities =
    first.before === null || last.after === null
      ? ''
      : ` ${quantityText(first.before)} → ${quantityText(last.after)} ${first.item.unit}`;
  return `Исправлено: ${first.item.name}${quantities} (${was}стало ${is}${because(last.reason)})`;
}

/** Returns the result for each item in the order of the message. Lines that could not be written are in `refused`. */
export function describeCorrection(
  { writes, refused }: Plan,
  results: PlainResult[],
  shown: (change: NonNullable<PlainResult['change']>) => Echoed,
): string {
  const items = new Map<number, { reversed: Echoed[]; applied: Echoed[] }>();
  const failed: string[] = [];
  for (const [index, { change, error, doubt }] of results.entries()) {
    if (doubt) continue;
    if (!change) {
      failed.push(error ?? 'не записано');
      continue;
    }
    const known = items.get(change.item.id) ?? { reversed: [], applied: [] };
    (writes[index]?.undoes ? known.reversed : known.applied).push(shown(change));
    items.set(change.item.id, known);
  }
  const lines = [...items.values()].map(({ reversed, applied }) => correctionText(reversed, applied));
  const bad = [...refused, ...failed];
  if (bad.length > 0) lines.push(...(lines.length > 0 ? ['', 'Не записано:'] : []), ...bad);
  return lines.join('\n');
}

import type { Change } from '../../../contract/changes.endpoints.ts';
import { MAX_CHANGES } from '../../../contract/changes.ts';
import type { PlainResult } from '../../changes/changes.service.ts';
import { seenBy } from '../blind.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import type { Numbered } from '../lines.ts';
import { keepMessage } from '../messages.queries.ts';
import { type Outcome, refusalLines } from '../resolve.ts';
import { saidAt } from '../said-at.ts';
import { belowZeroText, bottleNote, echoText, quantityText, quoted } from '../texts.ts';
import type { Unsigned } from '../unsigned.ts';
import { askDoubts, type Doubted } from './doubts.ts';
import { askAll } from './questions.ts';
import { undoButtons } from './undo.ts';

type Applying = Numbered & { outcome: Extract<Outcome, { kind: 'apply' }> };

const isApplying = (numbered: Numbered): numbered is Applying => numbered.outcome.kind === 'apply';

/** Returns the lines whose amounts are probably slips; nothing of them is written yet. */
const doubtedLines = (numbered: Numbered[], results: Map<string, PlainResult>): Doubted[] =>
  numbered.filter(isApplying).flatMap(({ outcome, changeId }) => {
    const doubt = results.get(changeId)?.doubt;
    const { item, delta, sets = false, reason, note } = outcome;
    return doubt ? [{ changeId, itemId: item.id, amount: delta, sets, doubt, reason, note }] : [];
  });

/** The lines of a message or of a photo's caption. */
export interface SaidLines {
  chatId: number;
  messageId: number;
  /** The item that a quantity without a name belongs to. */
  itemId: number | null;
  numbered: Numbered[];
  /** The update that the lines are numbered by; that of the message where it is undefined. */
  updateId?: number;
  /** What lines without a sign mean, as the user has answered. */
  unsigned?: Unsigned;
}

/** Writes lines to the stock, reports what was written, and asks about the unclear ones. */
export function createStockLines(deps: BotDeps) {
  const { db, changes, counts, clock } = deps;

  async function apply(ctx: BotContext, applying: Applying[], at: Date | undefined): Promise<PlainResult[]> {
    const results: PlainResult[] = [];
    for (let from = 0; from < applying.length; from += MAX_CHANGES) {
      const wanted = applying.slice(from, from + MAX_CHANGES).map(({ changeId, outcome }) => ({
        id: changeId,
        itemId: outcome.item.id,
        ...(outcome.sets ? { set: outcome.delta } : { delta: outcome.delta }),
        at,
        reason: outcome.reason,
        note: outcome.note,
        source: 'bot' as const,
      }));
      results.push(...(await changes.apply(wanted, ctx.caller)));
    }
    return results;
  }

  /**
   * Suggests joining the open count: a user who writes stock levels during a count has most likely not joined it
   * yet.
   */
  async function countHint(ctx: BotContext, numbered: Numbered[]): Promise<string[]> {
    const unsigned = numbered.some(
      ({ line, outcome }) =>
        (outcome.kind === 'refused' || outcome.kind === 'ask') && line.kind === 'refused' && line.reason === 'no-sign',
    );
    if (!unsigned) return [];
    const { counts: open } = await counts.list({ status: 'open' }, { offset: 0, limit: 1, order: 'desc' }, ctx.caller);
    return open.length > 0 ? ['Сейчас идёт подсчёт. Считаете — присоединитесь: /count, и знак не понадобится'] : [];
  }

  /** Sends one message with echoes of what was applied, then what was refused and why. */
  async function replyResults(
    ctx: BotContext,
    { numbered, updateId }: { numbered: Numbered[]; updateId: number },
    results: Map<string, PlainResult>,
  ): Promise<void> {
    const done: Change[] = [];
    const echoes: string[] = [];
    const refused: string[] = [];
    const seen = await seenBy(ctx, deps);
    for (const { line, outcome, changeId } of numbered) {
      refused.push(...refusalLines(outcome));
      if (outcome.kind !== 'apply') continue;
      const result = results.get(changeId);
      if (result?.doubt) continue;
      if (!result?.change) {
        refused.push(`${quoted(line.text)} — ${result?.error ?? 'не записано'}`);
        continue;
      }
      const bottle = bottleNote(outcome.amounts, outcome.item);
      done.push(result.change);
      const shown = seen.change(result.change);
      const warning = belowZeroText(shown);
      // A blind counter gave this number themselves, so showing it reveals nothing of the stock.
      const given = outcome.sets && shown.delta === null;
      const echo = given
        ? `${outcome.item.name}: записано ${quantityText(outcome.delta)} ${outcome.item.unit}`
        : echoText(shown);
      echoes.push(echo + (bottle ? `, ${bottle}` : '') + (warning ? `\n${warning}` : ''));
    }
    const head = echoes.length > 0 && refused.length > 0 ? ['', 'Не записано:'] : [];
    const said = [...echoes, ...head, ...refused];
    const hint = await countHint(ctx, numbered);
    const text = [...said, ...(said.length > 0 && hint.length > 0 ? [''] : []), ...hint].join('\n');
    if (text === '') return;
    const buttons = done.length > 0 ? undoButtons(done, seen.change, { updateId, lines: numbered.length }) : undefined;
    await reply(ctx, text + seen.note(), buttons);
  }

  return {
    /** Stores the message before anything is written, so that a correction finds everything it has done. */
    keep: (ctx: BotContext, { chatId, messageId, itemId, numbered, updateId, unsigned }: SaidLines): Promise<void> =>
      keepMessage(db, {
        channel: deps.channel,
        update_id: updateId ?? ctx.update.update_id,
        chat_id: chatId,
        message_id: messageId,
        item_id: itemId,
        count_id: null,
        area_id: null,
        change_ids: numbered.map(({ changeId }) => changeId),
        unsigned: unsigned ?? null,
        created_at: clock(),
      }),
    /** `late` says when the lines were written and what they are numbered by, if the user was asked about them. */
    async write(ctx: BotContext, numbered: Numbered[], late?: { updateId: number; at: Date }): Promise<void> {
      const { updateId = ctx.update.update_id, at = saidAt(ctx, clock()) } = late ?? {};
      const results = await apply(ctx, numbered.filter(isApplying), at);
      const byId = new Map(results.map((result) => [result.id, result]));
      await replyResults(ctx, { numbered, updateId }, byId);
      await askDoubts(ctx, deps, doubtedLines(numbered, byId));
      await askAll(ctx, deps, numbered);
    },
  };
}

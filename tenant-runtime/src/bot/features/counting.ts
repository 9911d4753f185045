import { Composer } from 'grammy';
import { type Change, MAX_CHANGES } from '../../../contract/changes.ts';
import type { PlainResult } from '../../changes/changes.service.ts';
import { seenBy } from '../blind.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { type Numbered, outcomesOf } from '../lines.ts';
import { keepMessage } from '../messages.queries.ts';
import type { Outcome } from '../resolve.ts';
import { reply } from '../telegram.ts';
import { belowZeroText, bottleNote, cut, echoText, quantityText, quoted } from '../texts.ts';
import { repliedItem } from './cards.ts';
import { askDoubts, type Doubted } from './doubts.ts';
import { balances } from './find.ts';
import { askAll } from './questions.ts';
import { undoButtons } from './undo.ts';

type Applying = Numbered & { outcome: Extract<Outcome, { kind: 'apply' }> };

const isApplying = (numbered: Numbered): numbered is Applying => numbered.outcome.kind === 'apply';

/** Lines whose amounts are probably slips: nothing of them is written yet. */
const doubtedLines = (numbered: Numbered[], results: Map<string, PlainResult>): Doubted[] =>
  numbered.filter(isApplying).flatMap(({ outcome, changeId }) => {
    const doubt = results.get(changeId)?.doubt;
    const { item, delta, sets = false, reason, note } = outcome;
    return doubt ? [{ changeId, itemId: item.id, amount: delta, sets, doubt, reason, note }] : [];
  });

/** Lines of text that change the stock. */
export function countingFeature(deps: BotDeps): Composer<BotContext> {
  const { db, changes, counts, names, tenantId, clock } = deps;
  const composer = new Composer<BotContext>();

  async function apply(ctx: BotContext, applying: Applying[]): Promise<PlainResult[]> {
    const results: PlainResult[] = [];
    for (let from = 0; from < applying.length; from += MAX_CHANGES) {
      const wanted = applying.slice(from, from + MAX_CHANGES).map(({ changeId, outcome }) => ({
        id: changeId,
        itemId: outcome.item.id,
        ...(outcome.sets ? { set: outcome.delta } : { delta: outcome.delta }),
        reason: outcome.reason,
        note: outcome.note,
        source: 'bot' as const,
      }));
      results.push(...(await changes.apply(wanted, ctx.caller)));
    }
    return results;
  }

  /** Who writes what there is while something is counted has most likely not joined the count yet. */
  async function countHint(ctx: BotContext, numbered: Numbered[]): Promise<string[]> {
    const unsigned = numbered.some(
      ({ line, outcome }) => outcome.kind === 'refused' && line.kind === 'refused' && line.reason === 'no-sign',
    );
    if (!unsigned) return [];
    const { counts: open } = await counts.list({ status: 'open' }, { offset: 0, limit: 1, order: 'desc' }, ctx.caller);
    return open.length > 0 ? ['', 'Сейчас идёт подсчёт. Считаете — присоединитесь: /count, и знак не понадобится'] : [];
  }

  /** A name and nothing else asks how much there is. */
  async function bareName(ctx: BotContext, text: string): Promise<string | undefined> {
    const found = (await names.current()).find(text);
    if (found.kind === 'none') return undefined;
    return `${await balances(ctx, deps, text)}\n\nЧтобы изменить, добавьте знак и количество: ${cut(text, 40)} +0,7`;
  }

  /** Echoes of what was applied, then what was refused and why: one message. */
  async function tell(ctx: BotContext, numbered: Numbered[], results: Map<string, PlainResult>): Promise<void> {
    const done: Change[] = [];
    const echoes: string[] = [];
    const refused: string[] = [];
    const seen = await seenBy(ctx, deps);
    for (const { line, outcome, changeId } of numbered) {
      if (outcome.kind === 'refused') refused.push(outcome.text);
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
      // Who counts blindly gave the number themselves: it tells nothing of the stock.
      const given = outcome.sets && shown.delta === null;
      const echo = given
        ? `${outcome.item.name}: записано ${quantityText(outcome.delta)} ${outcome.item.unit}`
        : echoText(shown);
      echoes.push(echo + (bottle ? `, ${bottle}` : '') + (warning ? `\n${warning}` : ''));
    }
    const head = echoes.length > 0 && refused.length > 0 ? ['', 'Не записано:'] : [];
    const text = [...echoes, ...head, ...refused, ...(await countHint(ctx, numbered))].join('\n');
    if (text === '') return;
    const buttons = done.length > 0 ? undoButtons(done, ctx.update.update_id, numbered.length) : undefined;
    await reply(ctx, text + seen.note(), buttons);
  }

  composer.on('message:text', async (ctx, next) => {
    if (ctx.message.text.startsWith('/')) return reply(ctx, 'Такой команды нет. Что умеет бот: /help');
    const updateId = ctx.update.update_id;
    const item = await repliedItem(ctx, deps);
    const current = await names.current();
    const numbered = await outcomesOf(ctx.message.text, { names: current, tenantId, updateId, item });
    if (numbered.length === 0) return next();
    // Before anything is written: a correction has to find whatever the message has done.
    await keepMessage(db, {
      update_id: updateId,
      chat_id: ctx.chat.id,
      message_id: ctx.message.message_id,
      item_id: item?.id ?? null,
      count_id: null,
      area_id: null,
      change_ids: numbered.map(({ changeId }) => changeId),
      created_at: clock(),
    });
    const [only] = numbered;
    if (numbered.length === 1 && only?.line.kind === 'refused' && only.line.reason === 'no-quantity') {
      const told = await bareName(ctx, only.line.text);
      if (told) return reply(ctx, told);
    }
    const results = await apply(ctx, numbered.filter(isApplying));
    const byId = new Map(results.map((result) => [result.id, result]));
    await tell(ctx, numbered, byId);
    await askDoubts(ctx, deps, doubtedLines(numbered, byId));
    await askAll(ctx, deps, numbered);
  });
  return composer;
}

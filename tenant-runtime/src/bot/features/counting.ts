import { Composer } from 'grammy';
import { type Change, MAX_CHANGES } from '../../../contract/changes.ts';
import type { PlainResult } from '../../changes/changes.service.ts';
import { changeIdOf } from '../change-id.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { type Line, parseMessage } from '../grammar.ts';
import { type Outcome, resolve } from '../resolve.ts';
import { reply } from '../telegram.ts';
import { bottleNote, echoText, quoted } from '../texts.ts';
import { ask } from './questions.ts';
import { undoButtons } from './undo.ts';

/** After so many lines others get their turn. */
const LINES_AT_ONCE = 20;
/** Of one message: more would only be a flood of buttons. */
const MAX_QUESTIONS = 10;

interface Numbered {
  line: Line;
  outcome: Outcome;
  changeId: string;
}
type Applying = Numbered & { outcome: Extract<Outcome, { kind: 'apply' }> };

const isApplying = (numbered: Numbered): numbered is Applying => numbered.outcome.kind === 'apply';

export function countingFeature(deps: BotDeps): Composer<BotContext> {
  const { changes, names, tenantId } = deps;
  const composer = new Composer<BotContext>();

  async function outcomesOf(lines: Line[], updateId: number): Promise<Numbered[]> {
    const current = await names.current();
    const outcomes: Numbered[] = [];
    for (const [index, line] of lines.entries()) {
      if (index > 0 && index % LINES_AT_ONCE === 0) await new Promise((resume) => setImmediate(resume));
      outcomes.push({ line, outcome: resolve(line, current), changeId: changeIdOf(tenantId, updateId, index) });
    }
    return outcomes;
  }

  async function apply(ctx: BotContext, applying: Applying[]): Promise<PlainResult[]> {
    const results: PlainResult[] = [];
    for (let from = 0; from < applying.length; from += MAX_CHANGES) {
      const wanted = applying.slice(from, from + MAX_CHANGES).map(({ changeId, outcome }) => ({
        id: changeId,
        itemId: outcome.item.id,
        delta: outcome.delta,
        source: 'bot' as const,
      }));
      results.push(...(await changes.apply(wanted, ctx.caller)));
    }
    return results;
  }

  /** Echoes of what was applied, then what was refused and why: one message. */
  async function tell(ctx: BotContext, numbered: Numbered[], results: Map<string, PlainResult>): Promise<void> {
    const done: Change[] = [];
    const echoes: string[] = [];
    const refused: string[] = [];
    for (const { line, outcome, changeId } of numbered) {
      if (outcome.kind === 'refused') refused.push(outcome.text);
      if (outcome.kind !== 'apply') continue;
      const result = results.get(changeId);
      if (!result?.change) {
        refused.push(`${quoted(line.text)} — ${result?.error ?? 'не записано'}`);
        continue;
      }
      const note = bottleNote(outcome.amounts, outcome.item);
      done.push(result.change);
      echoes.push(echoText(result.change) + (note ? `, ${note}` : ''));
    }
    const head = echoes.length > 0 && refused.length > 0 ? ['', 'Не записано:'] : [];
    const text = [...echoes, ...head, ...refused].join('\n');
    if (text === '') return;
    await reply(ctx, text, done.length > 0 ? undoButtons(done, ctx.update.update_id, numbered.length) : undefined);
  }

  composer.on('message:text', async (ctx, next) => {
    if (ctx.message.text.startsWith('/')) return reply(ctx, 'Такой команды нет. Что умеет бот: /help');
    const lines = parseMessage(ctx.message.text);
    if (lines.length === 0) return next();
    const numbered = await outcomesOf(lines, ctx.update.update_id);
    const applying = numbered.filter(isApplying);
    const results = await apply(ctx, applying);
    await tell(ctx, numbered, new Map(results.map((result) => [result.id, result])));
    const questions = numbered.flatMap(({ outcome, changeId }) =>
      outcome.kind === 'ask' || outcome.kind === 'unknown' ? [{ outcome, changeId }] : [],
    );
    for (const { outcome, changeId } of questions.slice(0, MAX_QUESTIONS)) await ask(ctx, deps, outcome, changeId);
    if (questions.length > MAX_QUESTIONS) {
      const rest = questions.slice(MAX_QUESTIONS).map(({ outcome }) => quoted(outcome.name));
      await reply(ctx, `Не записано, уточните названия и пришлите ещё раз:\n${rest.join('\n')}`);
    }
  });
  return composer;
}

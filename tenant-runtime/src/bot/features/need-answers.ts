import { Composer } from 'grammy';
import type { FoundItem } from '../../items/find-item.ts';
import { type Amount, toDelta, toFound } from '../amounts.ts';
import { askNext, findMoved, findNeedOf, findOpenNeed, findWaitingNeed, type QuestionRow } from '../bot.queries.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { parseQuantity } from '../grammar.ts';
import { moverOf } from '../question-steps.ts';
import { about } from '../resolve.ts';
import { quoted } from '../texts.ts';
import { awaitedItem, foundItem } from './cards.ts';
import { needQuestion } from './needs.ts';
import { answerWith, hasLedOn, openQuestion, repeatStep } from './questions.ts';

/** Milliseconds after the question within which a bare number counts as its answer. */
const WAITS_MS = 3600_000;
/** The largest volume of a keg, in litres. */
const MOST_LITRES = 60;
/** The largest volume of a bottle, in litres; a larger bare number is in millilitres. */
const MOST_OF_BOTTLE = 5;
const LEAST_LITRES = 0.02;
const MOST_IN_CASE = 1000;

/** Matches the bot's own question about a missing fact, which a user may reply to. */
const NEED_QUESTION = /^«(?<name>.+)» — сколько (?<what>литров|бутылок)/u;

const perLitre = { ml: 1000, cl: 100, l: 1 } as const;

/** Returns millilitres, or undefined for a volume that no bottle or keg has. */
function volumeOf({ micros, measure }: Amount, isKeg: boolean): number | undefined {
  if (micros === null || (measure && !(measure in perLitre))) return undefined;
  const bare = micros / 1_000_000;
  const most = isKeg || measure ? MOST_LITRES : MOST_OF_BOTTLE;
  const litres = measure ? bare / perLitre[measure as keyof typeof perLitre] : bare > most ? bare / 1000 : bare;
  return litres >= LEAST_LITRES && litres <= most ? Math.round(litres * 1000) : undefined;
}

function packOf({ micros, measure }: Amount): number | undefined {
  const pack = (micros ?? 0) / 1_000_000;
  const pieces = measure === undefined || measure === 'piece' || measure === 'bottle';
  return pieces && Number.isInteger(pack) && pack >= 1 && pack <= MOST_IN_CASE ? pack : undefined;
}

/** Converts «2 ящика» to a number of bottles. */
const inBottles = (amounts: Amount[], pack: number): Amount[] =>
  amounts.map((amount) =>
    amount.measure === 'case'
      ? { ...amount, measure: 'bottle', micros: amount.micros === null ? null : amount.micros * pack }
      : amount,
  );

/**
 * Handles answers about the size of a bottle or a case that a line needs; the bottle's volume is stored in the
 * item.
 */
export function needAnswersFeature(deps: BotDeps): Composer<BotContext> {
  const { db, items, names, clock } = deps;
  const composer = new Composer<BotContext>();

  async function withVolume(item: FoundItem, volumeMl: number): Promise<FoundItem> {
    // Another user may have answered or measured it meanwhile.
    if (item.volumeMl !== null) return item;
    await items.update(item.id, { volume_ml: volumeMl });
    names.touch();
    return { ...item, volumeMl };
  }

  async function settle(ctx: BotContext, question: QuestionRow, given: Amount): Promise<void> {
    const say = ctx.callbackQuery ? rewrite : reply;
    const known = await foundItem(deps, question.options[0]?.itemId ?? 0);
    if (!known) return say(ctx, `Позиции ${question.name} уже нет, ничего не записано`);
    const isKeg = question.amounts.some(({ text }) => /кег/iu.test(text));
    const value = question.need === 'pack' ? packOf(given) : volumeOf(given, isKeg);
    if (value === undefined) {
      const example = question.need === 'pack' ? 'целое число, например: 12' : 'литры, например: 0,7';
      return reply(ctx, `Так много или мало не бывает. Ответьте: ${example}`);
    }
    const item = question.need === 'pack' ? known : await withVolume(known, value);
    const amounts = question.need === 'pack' ? inBottles(question.amounts, value) : question.amounts;
    const outcome = about(item, amounts, question.sets || question.count_id !== null ? toFound : toDelta);
    if (outcome.kind === 'apply') return answerWith(ctx, deps, question, { itemId: item.id, delta: outcome.delta });
    if (outcome.kind !== 'need') return say(ctx, outcome.kind === 'refused' ? outcome.text : 'Не записано');
    const step = await askNext(db, question.id, amounts, moverOf(ctx, deps));
    await say(ctx, ...needQuestion('volume', item.name, question.id, '', step));
    if (ctx.callbackQuery) await acknowledge(ctx);
  }

  composer.callbackQuery(/^need:(\d{1,9}):(\d+(?:\.\d+)?)(?::(\d{1,3}))?$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]), Number(ctx.match[3] ?? 0));
    const text = ctx.match[2] ?? '';
    if (question && hasLedOn(ctx, deps, question)) await repeatStep(ctx, deps, question);
    else if (question?.need)
      await settle(ctx, question, { micros: Number(text) * 1_000_000, measure: undefined, text });
    await acknowledge(ctx);
  });
  composer.on('message:text', async (ctx, next) => {
    const given = parseQuantity(ctx.message.text);
    const [amount, ...others] = given?.amounts ?? [];
    if (!given || !amount || others.length > 0) return next();
    const moved = await findMoved(db, ctx.caller.id, moverOf(ctx, deps));
    if (moved) return moved.answered_at && moved.need ? settle(ctx, moved, amount) : repeatStep(ctx, deps, moved);
    const since = new Date(clock().getTime() - WAITS_MS);
    const replied = ctx.message.reply_to_message;
    if (replied) {
      const { name, what } = NEED_QUESTION.exec(replied.text ?? '')?.groups ?? {};
      const asked = name && (await findNeedOf(db, ctx.caller.id, since, name));
      if (!asked) return next();
      const isOfStep = asked.need === (what === 'бутылок' ? 'pack' : 'volume');
      return isOfStep ? settle(ctx, asked, amount) : repeatStep(ctx, deps, asked);
    }
    if (given.signed) return next();
    const question = await findOpenNeed(db, ctx.caller.id, since);
    const isOfCard = (await awaitedItem(ctx, deps)) !== undefined;
    if (question && !isOfCard) return settle(ctx, question, amount);
    // both the question and a card wait for a number
    const older = question ?? (isOfCard ? undefined : await findWaitingNeed(db, ctx.caller.id, since));
    if (!older) return next();
    const how = 'нажмите кнопку под тем вопросом или напишите заново с названием';
    return reply(ctx, `${quoted(older.name)} ещё ждёт ответа: ${how}`);
  });
  return composer;
}

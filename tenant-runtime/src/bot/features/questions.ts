import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { MAX_NAME } from '../../../contract/items.ts';
import { seenBy } from '../blind.ts';
import { findQuestion, insertQuestion, markAnswered, type QuestionRow } from '../bot.queries.ts';
import { acknowledge, reply, rewrite, send } from '../chat.ts';
import { type BotContext, type BotDeps, mayAddItems } from '../context.ts';
import { parseQuantity } from '../grammar.ts';
import type { Open } from '../plan.ts';
import { isMovedBy, moverOf } from '../question-steps.ts';
import { reasonNames } from '../reasons.ts';
import type { Option, Outcome } from '../resolve.ts';
import { cut, deltaText, echoText, howToReply, quantityText, quoted } from '../texts.ts';
import { ANSWERABLE_MS } from '../unanswered.ts';
import { askListed } from './asked-lists.ts';
import { askName, foundItem, remember } from './cards.ts';
import { askAgain } from './doubts.ts';
import { writeEntries } from './entries.ts';
import { askNamed } from './named-items.ts';
import { askItsName, askNameless } from './nameless.ts';
import { askNeed, needQuestion, type Place } from './needs.ts';
import { isNewName, teach } from './taught.ts';
import { undoButtons } from './undo.ts';

const SHOWN = 8;
/** The most questions for one message; more would be a flood of buttons. */
const MAX_QUESTIONS = 10;

/** The article tells items of one name apart. The button shows the amount where it differs or has to be confirmed. */
function labelOf({ item, delta, sets }: Option, all: Option[], plain: boolean): string {
  const sameName = all.filter((other) => other.item.name === item.name).length > 1;
  const name = cut(item.name, 36) + (sameName && item.article ? ` (${item.article})` : '');
  const amount = plain ? quantityText(delta) : sets ? `= ${quantityText(delta)}` : deltaText(delta);
  return `${name} ${amount} ${item.unit}`;
}

/** `isAnswerable` tells that a reply with another name writes the quantity. */
function textOf(
  open: Exclude<Open, { kind: 'need' }>,
  { hidden, mayAdd, isAnswerable }: { hidden: number; mayAdd: boolean; isAnswerable: boolean },
): string {
  const { kind, name, options, question } = open;
  if (question) return question;
  const subject = quoted(name);
  if (kind === 'unknown') {
    const near = options.length > 0 ? ' Похожие:' : '';
    const other = isAnswerable ? ' Называется иначе? Ответьте на это сообщение названием.' : '';
    const who = mayAdd ? '' : ' Добавить её может администратор.';
    return `${subject} — такой позиции нет, ничего не записано.${other}${near || who}`;
  }
  const more = hidden > 0 ? ` Показаны не все: можно написать название точнее.` : '';
  const [first, second] = options;
  if (first && second && options.length === 2 && first.item.id === second.item.id)
    return `${subject} — сколько именно?`;
  return options.length === 1 ? `${subject} — записать так?` : `${subject} — что именно?${more}`;
}

/** Returns the quantity as a line would hold it after a name; undefined where it cannot be written so. */
function writtenQuantity({ amounts, sets, reason }: Open): string | undefined {
  const parts = amounts.map(({ micros, text }) => {
    const bare = text.replace(/^(?:[-+−–=＋➕➖]|плюс |минус )\s*/iu, '');
    return sets ? bare : `${(micros ?? 0) < 0 ? '−' : '+'}${bare}`;
  });
  const written = `${sets ? '= ' : ''}${parts.join(' ')}${reason ? ` ${reasonNames[reason]}` : ''}`;
  const read = parseQuantity(written);
  const isSame =
    read !== undefined &&
    read.amounts.length === amounts.length &&
    read.amounts.every(
      ({ micros, measure }, index) => micros === amounts[index]?.micros && measure === amounts[index]?.measure,
    );
  return isSame && read.because === reason ? written : undefined;
}

/** Asks with buttons. Nothing is changed until one is pressed, and the question survives a restart. */
async function ask(
  ctx: BotContext,
  deps: BotDeps,
  open: Open,
  { changeId, place, isOnly }: { changeId: string; place: Place | undefined; isOnly: boolean },
): Promise<void> {
  if (open.kind === 'need') return askNeed(ctx, deps, open, changeId, place);
  const ean = open.kind === 'unknown' && /^\d{8,14}$/.test(open.name) ? normaliseEan(open.name) : null;
  if (ean && ctx.message)
    return askName(ctx, deps, ean, { before: `${quoted(ctx.message.text ?? open.name)} не записано. ` });
  const shown = open.options.slice(0, SHOWN);
  // The items of a count were fixed when it was opened, so none can be added.
  const mayAdd = open.kind === 'unknown' && !place && open.name.length <= MAX_NAME && (await mayAddItems(ctx, deps));
  const quantity = open.kind === 'unknown' ? writtenQuantity(open) : undefined;
  const said = textOf(open, {
    hidden: open.options.length - shown.length,
    mayAdd: mayAdd || Boolean(place),
    isAnswerable: quantity !== undefined,
  });
  const text = quantity === undefined || open.question ? said : said + howToReply(ctx.abilities);
  if (shown.length === 0 && !mayAdd) {
    if (!quantity) return reply(ctx, text);
    return askItsName(ctx, deps, { text, quantity, changeId, isOnly });
  }
  const question = await insertQuestion(deps.db, {
    change_id: changeId,
    user_id: ctx.caller.id,
    name: open.name,
    amounts: open.amounts,
    options: shown.map(({ item, delta, sets }) => ({ itemId: item.id, delta, ...(sets !== undefined && { sets }) })),
    reason: open.reason ?? null,
    note: open.note ?? null,
    sets: open.sets ?? false,
    // If a photo shows another item than the one named, the answer must not teach the name.
    teaches: !(open.kind === 'ask' && open.question) && (await isNewName(deps, open.name)),
    count_id: place?.countId ?? null,
    area_id: place?.areaId ?? null,
  });
  if (question.answered_at) return;
  const keyboard = new InlineKeyboard();
  for (const [index, option] of shown.entries()) {
    keyboard
      .text(labelOf({ sets: open.sets ?? false, ...option }, shown, Boolean(place)), `answer:${question.id}:${index}`)
      .row();
  }
  if (mayAdd) keyboard.text(`Добавить ${quoted(open.name, 36)}`, `add:${question.id}`).row();
  keyboard.text('Не записывать', `drop:${question.id}`);
  const sent = await send(ctx, text, keyboard);
  if (quantity && sent) await remember(deps, sent, { change_id: changeId, quantity });
}

/** Asks about a message's unclear lines, each in a question of its own, and about what its refused lines name. */
export async function askAll(
  ctx: BotContext,
  deps: BotDeps,
  lines: { outcome: Outcome; changeId: string }[],
  place?: Place,
): Promise<void> {
  const open = lines.flatMap(({ outcome, changeId }) =>
    outcome.kind !== 'apply' && outcome.kind !== 'refused' ? [{ outcome, changeId }] : [],
  );
  for (const { outcome, changeId } of open.slice(0, MAX_QUESTIONS)) {
    await ask(ctx, deps, outcome, { changeId, place, isOnly: lines.length === 1 });
  }
  const rest = open
    .slice(MAX_QUESTIONS)
    .map(({ outcome }) => quoted(outcome.kind === 'need' ? outcome.item.name : outcome.name));
  if (rest.length > 0) await reply(ctx, `Не записано, уточните названия и пришлите ещё раз:\n${rest.join('\n')}`);
  await askListed(ctx, deps, lines);
  await askNameless(ctx, deps, lines);
  await askNamed(
    ctx,
    deps,
    lines.map(({ outcome }) => outcome),
  );
}

/**
 * Returns the question while this user may still answer it, or has done so by this very update; otherwise tells them why
 * not. `step` is that of the pressed button, where it has one.
 */
export async function openQuestion(
  ctx: BotContext,
  deps: BotDeps,
  id: number,
  step?: number,
): Promise<QuestionRow | undefined> {
  const { db, clock } = deps;
  const question = await findQuestion(db, id);
  const tooOld = !question || clock().getTime() - question.created_at.getTime() > ANSWERABLE_MS;
  const isDone =
    question !== undefined &&
    !isMovedBy(ctx, deps, question) &&
    (question.answered_at !== null || (step ?? question.step) !== question.step);
  if (!tooOld && !isDone && question.user_id === ctx.caller.id) return question;
  const why = tooOld ? 'Вопрос устарел. Напишите ещё раз' : isDone ? 'Уже отвечено' : 'Это не ваш вопрос';
  await acknowledge(ctx, why);
  return undefined;
}

/** Tells whether this update has led the question to the step that waits for an answer: it is delivered again. */
export const hasLedOn = (ctx: BotContext, deps: BotDeps, question: QuestionRow): boolean =>
  question.answered_at === null && isMovedBy(ctx, deps, question);

/** Asks again what this update has led the question to. */
export async function repeatStep(ctx: BotContext, deps: BotDeps, question: QuestionRow): Promise<void> {
  const option = question.options.at(-1);
  if (!option) return;
  // without a confirmation the amount, which stands last, is doubted as it was
  if (!question.need) return answerWith(ctx, deps, question, { ...option, confirmed: false });
  const name = (await foundItem(deps, option.itemId))?.name ?? question.name;
  const say = ctx.callbackQuery ? rewrite : reply;
  await say(ctx, ...needQuestion(question.need, name, question.id, '', question.step));
  if (ctx.callbackQuery) await acknowledge(ctx);
}

/**
 * Writes the answer to the question: a change of the stock, or an entry of a count. It is dated by the question, so that a
 * late answer keeps what others recorded after it.
 */
export async function answerWith(
  ctx: BotContext,
  deps: BotDeps,
  question: QuestionRow,
  { itemId, delta, confirmed, sets = question.sets }: QuestionRow['options'][number],
): Promise<void> {
  const { db, changes, clock } = deps;
  const { change_id: id, reason, note, count_id: countId, area_id: areaId, created_at: at } = question;
  const by = moverOf(ctx, deps);
  const say = ctx.callbackQuery ? rewrite : reply;
  const settled = async (): Promise<void> => (ctx.callbackQuery ? acknowledge(ctx) : undefined);
  if (countId !== null) {
    const wanted = { id, itemId, quantity: delta, confirmed, replaces: sets };
    const { text, keyboard, doubted } = await writeEntries(ctx, deps, { countId, areaId }, [wanted], {
      refused: [],
      lines: 1,
      at,
    });
    if (doubted[0]) return askAgain(ctx, deps, question, doubted[0]).then(settled);
    await markAnswered(db, question.id, clock(), by);
    const item = await foundItem(deps, itemId);
    await say(ctx, text + (item && keyboard ? await teach(deps, question, item) : ''), keyboard);
    return settled();
  }
  const amount = sets ? { set: delta } : { delta };
  const details = { reason: reason ?? undefined, note: note ?? undefined };
  const change = { id, itemId, ...amount, at, ...details, source: 'bot' as const, confirmed };
  const [result] = await changes.apply([change], ctx.caller);
  const { doubt } = result ?? {};
  if (doubt) return askAgain(ctx, deps, question, { itemId, amount: delta, sets, doubt }).then(settled);
  if (!result?.change) throw new Conflict('not_applied', result?.error ?? 'Не записано');
  await markAnswered(db, question.id, clock(), by);
  const seen = await seenBy(ctx, deps);
  const buttons = undoButtons([result.change], seen.change, { updateId: ctx.update.update_id, lines: 1 });
  const taught = await teach(deps, question, result.change.item);
  if (taught) buttons.row().text('Не запоминать', `forget:${question.id}:${itemId}`);
  await say(ctx, echoText(seen.change(result.change)) + seen.note() + taught, buttons);
  return settled();
}

export function questionsFeature(deps: BotDeps): Composer<BotContext> {
  const { db, clock } = deps;
  const composer = new Composer<BotContext>();

  composer.callbackQuery(/^answer:(\d{1,9}):(\d)(?::(\d{1,3}))?$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]), Number(ctx.match[3] ?? 0));
    if (!question) return;
    if (hasLedOn(ctx, deps, question)) return repeatStep(ctx, deps, question);
    const option = question.options[Number(ctx.match[2])];
    if (option) await answerWith(ctx, deps, question, option);
  });

  composer.callbackQuery(/^drop:(\d{1,9})$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]));
    if (!question) return;
    await markAnswered(db, question.id, clock(), moverOf(ctx, deps));
    await rewrite(ctx, `${quoted(question.name)} — не записано.`);
    await acknowledge(ctx);
  });
  return composer;
}

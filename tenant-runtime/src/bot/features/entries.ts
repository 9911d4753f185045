import { UUID } from '@ostatok/kit/contract/uuid.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { CountDetails, CountEntryResult, TakenEntry } from '../../../contract/counts.endpoints.ts';
import { MAX_ENTRIES } from '../../../contract/counts.ts';
import type { Names } from '../../items/find-item.ts';
import { preferring } from '../../items/names-of-count.ts';
import { toFound } from '../amounts.ts';
import { isVoided, pluckEntered } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, append } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { saidAt } from '../said-at.ts';
import { counted, cut, quantityText, quoted } from '../texts.ts';
import { type Doubted, doubtedEntries } from './doubts.ts';
import { forgetTaughtBy } from './taught.ts';

const MAX_BUTTONS = 10;
/** The most lines that one message can hold. A custom client may send a button that claims more. */
const MOST_LINES = 2100;

export const inCount = { counted: true, convert: toFound } as const;

/** Returns the count with what the caller may see of it, or undefined if there is no such count. */
export async function countOf(ctx: BotContext, { counts }: BotDeps, id: number): Promise<CountDetails | undefined> {
  try {
    return await counts.details(id, ctx.caller);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Returns the tenant's names with the count's own items first. */
export async function namesIn({ counts, names }: BotDeps, count: CountDetails | undefined): Promise<Names> {
  const all = await names.current();
  if (!count || count.scope === 'all') return all;
  return preferring(all, new Set(await counts.itemIds(count.id)));
}

interface Wanted {
  id: string;
  itemId: number;
  quantity: number;
  /** True once the user has confirmed the quantity. */
  confirmed?: boolean | undefined;
  /** «= 1»: all that they found of it, in place of what they had entered. */
  replaces?: boolean | undefined;
}

/** «Джемесон 0,7 л, всего 2,1», in place of others «Джемесон 1 л, было 1,05»; to a blind counter the sum is of their own entries. */
function entryText({ entry, line, replaced }: CountEntryResult): string {
  if (!entry) return '';
  const { item, quantity } = entry;
  const total = line?.counted ?? null;
  const all = total === null || total === quantity ? '' : `, всего ${quantityText(total)}`;
  const before = replaced === undefined ? '' : `, было ${quantityText(replaced)}`;
  return `${item.name} ${quantityText(quantity)} ${item.unit}${before}${all}`;
}

/** «Джемесон 1 л», and what counts again: «Джемесон 1 л, снова 1,05». */
export const takenText = ({ item, quantity, restored }: TakenEntry): string =>
  `${item.name} ${quantityText(quantity)} ${item.unit}${restored === undefined ? '' : `, снова ${quantityText(restored)}`}`;

function takeButtons(countId: number, done: CountEntryResult[], updateId: number, lines: number): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  if (done.length === 1) return keyboard.text('Отменить', `take:${countId}:${done[0]?.id}`);
  if (done.length <= MAX_BUTTONS) {
    for (const { id, entry } of done) {
      if (entry)
        keyboard.text(`Отменить: ${cut(entry.item.name, 30)} ${quantityText(entry.quantity)}`, `take:${countId}:${id}`);
      keyboard.row();
    }
  }
  return keyboard.text('Отменить всё', `takeall:${countId}:${updateId}:${lines}`);
}

interface MessageParts {
  refused: string[];
  /** How many lines the message has. */
  lines: number;
  /** When the quantities were found, where that is not now. */
  at?: Date | undefined;
}

/**
 * Adds the quantities found. The answer lists what was written, with a button to take it back, and what was not and
 * why.
 */
export async function writeEntries(
  ctx: BotContext,
  deps: BotDeps,
  { countId, areaId }: { countId: number; areaId: number | null },
  wanted: Wanted[],
  message: MessageParts,
): Promise<{ text: string; keyboard: InlineKeyboard | undefined; doubted: Doubted[] }> {
  const results: CountEntryResult[] = [];
  for (let from = 0; from < wanted.length; from += MAX_ENTRIES) {
    const entries = wanted.slice(from, from + MAX_ENTRIES).map((entry) => ({
      ...entry,
      areaId,
      at: message.at ?? saidAt(ctx, deps.clock()),
      method: 'typed' as const,
      source: 'bot' as const,
    }));
    results.push(...(await deps.counts.enter(countId, entries, ctx.caller)));
  }
  const done = results.filter(({ entry }) => entry);
  const refused = [
    ...message.refused,
    ...results.flatMap(({ entry, error, doubt }) => (entry || doubt ? [] : (error ?? 'не записано'))),
  ];
  const lines: string[] = [];
  if (done.length > 0) {
    const title = quoted((await countOf(ctx, deps, countId))?.title ?? '');
    if (done.length === 1) lines.push(`В подсчёт ${title}: ${done.map(entryText)}`);
    else lines.push(`В подсчёт ${title}:`, ...done.map(entryText));
  }
  if (refused.length > 0) lines.push(...(lines.length > 0 ? ['', 'Не записано:'] : []), ...refused);
  const keyboard = done.length > 0 ? takeButtons(countId, done, ctx.update.update_id, message.lines) : undefined;
  return { text: lines.join('\n'), keyboard, doubted: doubtedEntries(wanted, results) };
}

/** Handles the buttons under an echo that take entries back, or keep them in the list. */
export function takeBackFeature(deps: BotDeps): Composer<BotContext> {
  const { db, counts, tenantId } = deps;
  const composer = new Composer<BotContext>();

  composer.callbackQuery(new RegExp(`^take:(\\d{1,9}):(${UUID})$`), async (ctx) => {
    const entryId = ctx.match[2] ?? '';
    const wasVoided = await isVoided(db, entryId);
    const entry = await counts.takeBack(Number(ctx.match[1]), entryId, ctx.caller);
    await forgetTaughtBy(deps, entry.id, entry.item.id);
    const data = ctx.callbackQuery.data;
    const rows = ctx.callbackQuery.message?.reply_markup?.inline_keyboard ?? [];
    const left = rows.filter(
      (row) => !row.some((button) => 'callback_data' in button && button.callback_data === data),
    );
    const others = left.length > 1 ? new InlineKeyboard(left) : undefined;
    const taken = `Отменено: ${takenText(entry)}`;
    const isGone = wasVoided && !(ctx.callbackQuery.message?.text ?? '').includes(taken);
    // an edit of the message has taken it back and entered another
    await append(ctx, isGone ? `Этой записи уже нет: ${takenText(entry)}` : taken, others);
    await acknowledge(ctx, wasVoided ? 'Этой записи уже нет' : 'Отменено');
  });

  composer.callbackQuery(/^takeall:(\d{1,9}):(\d+):(\d{1,4})$/, async (ctx) => {
    const [countId, updateId, lines] = [Number(ctx.match[1]), Number(ctx.match[2]), Number(ctx.match[3])];
    const ids = Array.from({ length: Math.min(lines, MOST_LINES) }, (_, line) => changeIdOf(tenantId, updateId, line));
    // A line that was asked about or refused has no entry.
    const entered = await pluckEntered(db, countId, ids);
    for (const id of entered) await counts.takeBack(countId, id, ctx.caller);
    await append(ctx, `Отменено: ${counted(entered.length, 'запись', 'записи', 'записей')}.`);
    await acknowledge(ctx, 'Отменено');
  });
  return composer;
}

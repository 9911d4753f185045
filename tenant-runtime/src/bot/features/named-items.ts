import { Composer, InlineKeyboard } from 'grammy';
import type { FoundItem } from '../../items/find-item.ts';
import { acknowledge, reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import type { Outcome } from '../resolve.ts';
import { cut } from '../texts.ts';
import { showItem } from './cards.ts';

/** The most items that one message asks about; more names are a list that has to be written anew. */
const MAX_BUTTONS = 6;

/** Returns the items that the refused lines name, each once. */
function itemsOf(outcomes: Outcome[]): FoundItem[] {
  const items = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? (outcome.items ?? []) : []));
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Asks for the quantity of what refused lines name: by the item's card or, for several items, by buttons to theirs. */
export async function askNamed(ctx: BotContext, deps: BotDeps, outcomes: Outcome[]): Promise<void> {
  const items = itemsOf(outcomes);
  const [only, ...others] = items;
  if (!only || items.length > MAX_BUTTONS) return;
  if (others.length === 0) return showItem(ctx, deps, only.id);
  const keyboard = new InlineKeyboard();
  for (const { id, name, article } of items) {
    const isTwice = items.some((other) => other.id !== id && other.name === name);
    keyboard.text(cut(name, 40) + (isTwice && article ? ` (${article})` : ''), `card:${id}`).row();
  }
  await reply(ctx, 'Что записать? Нажмите позицию и ответьте количеством.', keyboard);
}

/** Shows the card of the item that was chosen by a button. */
export function namedItemsFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.callbackQuery(/^card:(\d{1,9})$/, async (ctx) => {
    await showItem(ctx, deps, Number(ctx.match[1]));
    await acknowledge(ctx);
  });
  return composer;
}

import { Composer } from 'grammy';
import type { StockRow } from '../../items/items.service.ts';
import { seenBy } from '../blind.ts';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { positions, quantityText, quoted } from '../texts.ts';

const SHOWN = 20;

const stockLine = ({ name, article, quantity, unit }: StockRow, hidden: boolean): string =>
  `${name}${article ? ` (${article})` : ''}: ${hidden ? 'скрыто' : `${quantityText(Number(quantity))} ${unit}`}`;

/** Returns the stock of the items that the text may mean; it is hidden from users who count them blindly. */
export async function balances(ctx: BotContext, deps: BotDeps, text: string): Promise<string> {
  const { items, names } = deps;
  const found = (await names.current()).search(text);
  if (found.length === 0) return `${quoted(text)} — ничего не нашлось`;
  const rows = await items.stock(found.slice(0, SHOWN).map(({ id }) => id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seen = await seenBy(ctx, deps);
  const lines = found
    .slice(0, SHOWN)
    .flatMap(({ id }) => byId.get(id) ?? [])
    .map((row) => stockLine(row, seen.isHidden(row.id)));
  const rest = found.length - SHOWN;
  if (rest > 0) lines.push(`…и ещё ${positions(rest)}: уточните название`);
  return lines.join('\n') + seen.note();
}

export function findFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('find', async (ctx) => {
    const text = ctx.match.trim();
    if (!text) return reply(ctx, 'Напишите, что найти: /find джемесон');
    return reply(ctx, await balances(ctx, deps, text));
  });
  return composer;
}

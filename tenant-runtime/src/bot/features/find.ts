import { Composer } from 'grammy';
import { type StockRow, selectStock } from '../../items/find-item.queries.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { reply } from '../telegram.ts';
import { plural, quantityText, quoted } from '../texts.ts';

const SHOWN = 20;

const stockLine = ({ name, article, quantity, unit }: StockRow): string =>
  `${name}${article ? ` (${article})` : ''}: ${quantityText(Number(quantity))} ${unit}`;

export function findFeature({ db, names }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('find', async (ctx) => {
    const text = ctx.match.trim();
    if (!text) return reply(ctx, 'Напишите, что найти: /find джемесон');
    const found = (await names.current()).search(text);
    if (found.length === 0) return reply(ctx, `${quoted(text)} — ничего не нашлось`);
    const rows = await selectStock(
      db,
      found.slice(0, SHOWN).map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const lines = found
      .slice(0, SHOWN)
      .flatMap(({ id }) => byId.get(id) ?? [])
      .map(stockLine);
    const rest = found.length - SHOWN;
    if (rest > 0) lines.push(`…и ещё ${plural(rest, 'позиция', 'позиции', 'позиций')}: уточните название`);
    return reply(ctx, lines.join('\n'));
  });
  return composer;
}

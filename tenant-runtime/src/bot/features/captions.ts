import { captionOutcomes, type Photographed } from '../captions.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { parseQuantity } from '../grammar.ts';
import type { Numbered } from '../lines.ts';
import { countingOf, enterLines } from './count-lines.ts';
import { inCount } from './entries.ts';
import { createStockLines } from './stock-lines.ts';

/** Tells whether the caption holds a quantity; without one it only describes the photo, and nothing is written. */
const saysQuantity = (numbered: Numbered[]): boolean =>
  numbered.some(
    ({ line, outcome }) => outcome.kind !== 'refused' || line.kind === 'change' || line.reason !== 'no-quantity',
  );

/** Tells whether the caption is only a quantity, so that its item can be known only from the photo. */
export const isBareQuantity = (caption: string): boolean => parseQuantity(caption) !== undefined;

export function createCaptions(deps: BotDeps) {
  const { names, tenantId } = deps;
  const stockLines = createStockLines(deps);

  /**
   * Writes the caption together with its photo: as an entry while the user takes part in a count, otherwise as a
   * change. Returns false if it holds no quantity.
   */
  return async (ctx: BotContext, caption: string, photo: Photographed[]): Promise<boolean> => {
    const message = ctx.message ?? ctx.editedMessage;
    if (!message) return false;
    const counting = await countingOf(ctx, deps);
    const reading = counting ? { ...inCount, names: counting.names } : { names: await names.current() };
    const updateId = ctx.update.update_id;
    const numbered = await captionOutcomes(caption, { ...reading, tenantId, updateId, photo });
    if (!saysQuantity(numbered)) return false;
    const itemId = photo.length === 1 ? (photo[0]?.item.id ?? null) : null;
    const said = { chatId: message.chat.id, messageId: message.message_id, itemId, numbered };
    if (counting) await enterLines(ctx, deps, counting, said);
    else {
      await stockLines.keep(ctx, said);
      await stockLines.write(ctx, numbered);
    }
    return true;
  };
}

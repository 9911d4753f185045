import type { Change } from '../../contract/changes.ts';
import type { BotContext, BotDeps } from './context.ts';
import type { Echoed } from './texts.ts';

export const BLIND_NOTE = 'Остатки скрыты: идёт слепой подсчёт.';

/** How quantities may be told to the one who asks, who may be counting them blindly. */
export async function seenBy(ctx: BotContext, { blindness }: Pick<BotDeps, 'blindness'>) {
  await blindness.ready();
  let hidAny = false;
  const isHidden = (itemId: number): boolean => {
    const hidden = blindness.isHidden(itemId, ctx.caller);
    hidAny ||= hidden;
    return hidden;
  };
  return {
    isHidden,
    change(change: Change): Echoed {
      isHidden(change.item.id);
      return blindness.shownChange(change, ctx.caller);
    },
    /** Whether anything at all is kept from them. */
    hidesSome: (): boolean => blindness.hidesFrom(ctx.caller),
    /** To be said once, after everything has been asked for. */
    note: (): string => (hidAny ? `\n${BLIND_NOTE}` : ''),
  };
}

import type { Change } from '../../contract/changes.endpoints.ts';
import type { BotContext, BotDeps } from './context.ts';
import type { Echoed } from './texts.ts';

export const BLIND_NOTE = 'Остатки скрыты: идёт слепой подсчёт.';

/** Tells which quantities the caller may see, since they may be counting blindly. */
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
    /** Tells whether any quantity at all is hidden from the caller. */
    hidesSome: (): boolean => blindness.hidesFrom(ctx.caller),
    /** A note to append once, after all quantities have been requested. */
    note: (): string => (hidAny ? `\n${BLIND_NOTE}` : ''),
  };
}

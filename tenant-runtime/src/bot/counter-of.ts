import type { BotContext, BotDeps } from './context.ts';
import { findCounter } from './counters.queries.ts';

/** Returns the count that the caller takes part in, and the count that this update was already written to. */
export const counterOf = (ctx: BotContext, { db, channel }: Pick<BotDeps, 'db' | 'channel'>) =>
  findCounter(db, ctx.caller.id, { channel, updateId: ctx.update.update_id });

import type { QuestionRow } from './bot.queries.ts';
import { changeIdOf } from './change-id.ts';
import type { BotContext, BotDeps } from './context.ts';

/** Returns the id by which a question remembers this update: that of its first line. */
export const moverOf = (ctx: BotContext, { tenantId }: Pick<BotDeps, 'tenantId'>): string =>
  changeIdOf(tenantId, ctx.update.update_id, 0);

/** Tells whether this update has answered the question, or led to its step: it is delivered again. */
export const isMovedBy = (ctx: BotContext, deps: Pick<BotDeps, 'tenantId'>, { moved_by }: QuestionRow): boolean =>
  moved_by === moverOf(ctx, deps);

/** Returns the data of a button of this step; those of a question's first step have no number. */
export const dataOfStep = (data: string, step: number): string => (step === 0 ? data : `${data}:${step}`);

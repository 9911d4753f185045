import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { reply } from './chat.ts';
import type { BotContext } from './context.ts';
import { patience } from './limits.ts';
import { ourFault } from './our-fault.ts';

/**
 * Runs work with files, which takes seconds, without delaying the next counting message. If the process stops
 * meanwhile, only the answer is lost. The user is informed of every failure.
 */
export function inBackground(ctx: BotContext, log: Logger, work: () => Promise<void>): void {
  const updateId = ctx.update.update_id;
  ctx.api.config.use(patience);
  void work().catch(async (error) => {
    if (!(error instanceof AppError)) log.error({ err: error, updateId }, 'file failed');
    const text = error instanceof AppError ? error.message : ourFault('Попробуйте ещё раз');
    await reply(ctx, text).catch(() => log.warn({ updateId }, 'could not tell so'));
  });
}

import { Composer } from 'grammy';
import type { BotContext, BotDeps } from '../context.ts';
import { followReplies } from '../messages.queries.ts';

/** Records which of a person's updates comes first after each of the bot's questions, whatever it is. */
export function followingFeature({ db, channel, clock }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.use(async (ctx, next) => {
    if (ctx.chat) {
      await followReplies(db, { channel, chat_id: ctx.chat.id, update_id: ctx.update.update_id }, clock());
    }
    await next();
  });
  return composer;
}

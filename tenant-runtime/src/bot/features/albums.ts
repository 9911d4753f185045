import { Composer } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext } from '../context.ts';

const REMEMBERED = 200;

/**
 * Every picture of an album arrives as a separate message. Only the first is answered, and again when it is
 * redelivered.
 */
export function albumsFeature(): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const first = new Map<string, number>();
  composer.on('message', async (ctx, next) => {
    if (!ctx.message.media_group_id) return next();
    const album = `${ctx.chat.id}:${ctx.message.media_group_id}`;
    const known = first.get(album);
    if (known !== undefined && known !== ctx.update.update_id) return;
    first.set(album, ctx.update.update_id);
    for (const key of first.keys()) {
      if (first.size <= REMEMBERED) break;
      first.delete(key);
    }
    await next();
    if (ctx.message.photo || ctx.message.document) {
      await reply(ctx, 'Из альбома взято только первое. Остальное пришлите по одному.');
    }
  });
  return composer;
}

import { Composer, InlineKeyboard } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

/** Gives a person of the chat a way into the panel and the scanner without a password. */
export function openFeature({ codes, venue }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('open', async (ctx) => {
    if (!venue.publicUrl) return reply(ctx, 'Адрес панели не задан. Спросите его у администратора');
    const { code } = await codes.make({ kind: 'scanner' }, ctx.caller);
    const keyboard = new InlineKeyboard()
      .url('Открыть панель', `${venue.publicUrl}/enter#code=${code}`)
      .url('Открыть сканер', `${venue.publicUrl}/scan/#code=${code}`);
    await reply(
      ctx,
      'Войдёте без пароля. Ссылка сработает один раз и только в ближайшие 10 минут. Никому её не пересылайте.',
      keyboard,
    );
  });
  return composer;
}

import { Composer, InlineKeyboard } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

/** Gives a person of the chat a way into the panel and the scanner without a password. */
export function openFeature({ codes, venue, channel }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('open', async (ctx) => {
    if (!venue.publicUrl) return reply(ctx, 'Адрес панели не задан. Спросите его у администратора');
    // Telegram opens pages inside itself by https alone, and signs who has opened them
    if (channel === 'telegram' && venue.publicUrl.startsWith('https:')) {
      const apps = new InlineKeyboard()
        .webApp('Открыть склад', `${venue.publicUrl}/enter`)
        .webApp('Открыть сканер', `${venue.publicUrl}/enter?to=scan`);
      await reply(ctx, 'Откроется прямо здесь, без пароля.', apps);
    }
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

import { Composer, InlineKeyboard } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

const appsAt = (publicUrl: string): InlineKeyboard =>
  new InlineKeyboard()
    .webApp('Открыть склад', `${publicUrl}/enter`)
    .webApp('Открыть сканер', `${publicUrl}/enter?to=scan`);

/** Gives a person of the chat a way into the panel and the scanner without a password. */
export function openFeature({ codes, venue, channel }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('open', async (ctx) => {
    if (!venue.publicUrl) return reply(ctx, 'Адрес панели не задан. Спросите его у администратора');
    // messengers open pages inside themselves by https alone, and sign who has opened them
    const apps = venue.publicUrl.startsWith('https:') ? appsAt(venue.publicUrl) : new InlineKeyboard();
    if (channel === 'telegram' && apps.inline_keyboard.flat().length > 0)
      await reply(ctx, 'Откроется прямо здесь, без пароля.', apps);
    const { code } = await codes.make({ kind: 'scanner' }, ctx.caller);
    // MAX opens them where its bot has a page: the platform leaves these buttons out where there is none
    const keyboard = (channel === 'max' ? apps.row() : new InlineKeyboard())
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

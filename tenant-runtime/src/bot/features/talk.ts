import { Composer } from 'grammy';
import { reply } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { askedAbout, isGreeting } from '../talk.ts';
import { balances } from './find.ts';

const THANKS = /спасибо|спс|благодарю/iu;

/** Answers greetings and questions about the stock. */
export function talkFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('message:text', async (ctx, next) => {
    const { text } = ctx.message;
    if (isGreeting(text)) {
      if (THANKS.test(text)) return reply(ctx, 'Пожалуйста.');
      return reply(
        ctx,
        `Здравствуйте, ${ctx.caller.name}. Пишите, что пришло или ушло: Джемесон +0,7. Подробнее: /help`,
      );
    }
    const asked = askedAbout(text);
    return asked === undefined ? next() : reply(ctx, await balances(ctx, deps, asked));
  });
  return composer;
}

import { Composer } from 'grammy';
import { reply } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { adminHelpText, helpText, quoted } from '../texts.ts';
import { askAboutWaiting } from './access.ts';

const helpFor = (ctx: BotContext): string => (isAdmin(ctx) ? helpText + adminHelpText : helpText);

export function startFeature(deps: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.command('start', async (ctx) => {
    await reply(
      ctx,
      `Здравствуйте, ${ctx.caller.name}. Это остатки заведения ${quoted(deps.venue.name)}.\n\n${helpFor(ctx)}`,
    );
    if (deps.hasStrangers && isAdmin(ctx)) await askAboutWaiting(ctx, deps);
  });
  composer.command('help', (ctx) => reply(ctx, helpFor(ctx)));
  return composer;
}

import { ask } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import type { Outcome } from '../resolve.ts';
import { cut, howToReply } from '../texts.ts';
import { remember } from './cards.ts';

/** The most questions for one message; more of them are a list that has to be written anew. */
const MAX_QUESTIONS = 10;

/** Asks for the names of quantities that stand alone. The phone offers to answer at once where there is only one. */
export async function askNameless(
  ctx: BotContext,
  deps: BotDeps,
  lines: { outcome: Outcome; changeId: string }[],
): Promise<void> {
  const open = lines.flatMap(({ outcome, changeId }) =>
    outcome.kind === 'refused' && outcome.quantity ? [{ ...outcome, quantity: outcome.quantity, changeId }] : [],
  );
  for (const { text, quantity, changeId } of open.slice(0, MAX_QUESTIONS)) {
    await askItsName(ctx, deps, {
      text: text + howToReply(ctx.abilities),
      quantity,
      changeId,
      isOnly: lines.length === 1,
    });
  }
}

/** Asks for the name of the item that the quantity belongs to. */
export async function askItsName(
  ctx: BotContext,
  deps: BotDeps,
  asked: { text: string; quantity: string; changeId: string; isOnly: boolean },
): Promise<void> {
  const { text, quantity, changeId, isOnly } = asked;
  const sent = await ask(ctx, text, isOnly ? { placeholder: cut(`Название: ${quantity}`, 64) } : {});
  await remember(deps, sent, { change_id: changeId, quantity });
}

import { Composer } from 'grammy';
import type { BotContext, BotDeps } from '../context.ts';
import { findCounter, leaveCount } from '../counters.queries.ts';
import { outcomesOf } from '../lines.ts';
import { keepMessage } from '../messages.queries.ts';
import { reply } from '../telegram.ts';
import { quoted } from '../texts.ts';
import { repliedItem } from './cards.ts';
import { askDoubts } from './doubts.ts';
import { countOf, inCount, namesIn, writeEntries } from './entries.ts';
import { askAll } from './questions.ts';

/** While somebody is in a count, their lines are what they have found: «Джемесон 0,7». */
export function foundFeature(deps: BotDeps): Composer<BotContext> {
  const { db, tenantId, clock } = deps;
  const composer = new Composer<BotContext>();

  /** What they wrote may be an entry or a change: nothing is written, and they say it again. */
  async function leaveClosed(ctx: BotContext, title: string | undefined): Promise<void> {
    await leaveCount(db, ctx.caller.id);
    const what = title ? `Подсчёт ${quoted(title)} закрыт` : 'Подсчёт закрыт';
    await reply(
      ctx,
      `${what}, вы из него вышли. Сообщение не записано: если это приход или расход, пришлите его ещё раз.`,
    );
  }

  composer.on('message:text', async (ctx, next) => {
    const { text, message_id } = ctx.message;
    if (text.startsWith('/')) return next();
    const updateId = ctx.update.update_id;
    const { counter, takenFor } = await findCounter(db, ctx.caller.id, updateId);
    const countId = takenFor ?? counter?.count_id;
    if (countId === undefined) return next();
    const areaId = counter?.count_id === countId ? counter.area_id : null;
    const item = await repliedItem(ctx, deps);
    const count = await countOf(ctx, deps, countId);
    const current = await namesIn(deps, count);
    const numbered = await outcomesOf(text, { ...inCount, names: current, tenantId, updateId, item });
    if (numbered.length === 0) return next();
    await keepMessage(db, {
      update_id: updateId,
      chat_id: ctx.chat.id,
      message_id,
      item_id: item?.id ?? null,
      count_id: countId,
      area_id: areaId,
      change_ids: numbered.map(({ changeId }) => changeId),
      created_at: clock(),
    });
    if (count?.status !== 'open') return leaveClosed(ctx, count?.title);
    const place = { countId, areaId };
    const wanted = numbered.flatMap(({ outcome, changeId }) =>
      outcome.kind === 'apply' ? [{ id: changeId, itemId: outcome.item.id, quantity: outcome.delta }] : [],
    );
    const refused = numbered.flatMap(({ outcome }) => (outcome.kind === 'refused' ? outcome.text : []));
    const written = await writeEntries(ctx, deps, place, wanted, { refused, lines: numbered.length });
    if (written.text) await reply(ctx, written.text, written.keyboard);
    await askDoubts(ctx, deps, written.doubted, place);
    await askAll(ctx, deps, numbered, place);
  });
  return composer;
}

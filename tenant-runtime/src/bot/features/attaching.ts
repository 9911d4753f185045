import { UUID } from '@ostatok/kit/contract/uuid.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { FoundItem, Names } from '../../items/find-item.ts';
import { insertQuestion, markAnswered } from '../bot.queries.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin, mayAddItems } from '../context.ts';
import { cut, quoted } from '../texts.ts';
import { foundItem, showItem } from './cards.ts';
import { openQuestion } from './questions.ts';

const SHOWN = 8;

/** Returns the items that a name may mean, without items whose names are merely similar. */
export function itemsMeant(names: Names, name: string): FoundItem[] {
  const found = names.find(name);
  return found.kind === 'one' ? [found.item] : found.kind === 'several' ? found.items.slice(0, SHOWN) : [];
}

/**
 * Asks which of the items has the barcode. A new item of the same name is offered only if no item has exactly this
 * name.
 */
export async function askWhose(
  ctx: BotContext,
  deps: BotDeps,
  { ean, name, items }: { ean: string; name: string; items: FoundItem[] },
): Promise<void> {
  const isTaken = (await deps.names.current()).named(name).length > 0;
  const question = await insertQuestion(deps.db, {
    change_id: changeIdOf(deps.tenantId, ctx.update.update_id, 0),
    user_id: ctx.caller.id,
    name,
    amounts: [],
    options: items.map(({ id }) => ({ itemId: id, delta: 0 })),
    ean,
  });
  const keyboard = new InlineKeyboard();
  for (const [index, item] of items.entries()) {
    keyboard
      .text(cut(item.name, 36) + (item.article ? ` (${item.article})` : ''), `whose:${question.id}:${index}`)
      .row();
  }
  if (!isTaken && (await mayAddItems(ctx, deps))) {
    keyboard.text(`Новая позиция ${quoted(name, 30)}`, `add:${question.id}`).row();
  }
  keyboard.text('Не привязывать', `drop:${question.id}`);
  await reply(ctx, `${quoted(name)} у вас уже есть. Чей штрихкод ${ean}?`, keyboard);
}

/** Attaches an unknown barcode to an item. If the user is not an administrator, the code waits for confirmation. */
export function attachingFeature(deps: BotDeps): Composer<BotContext> {
  const { db, attachedCodes, names, clock } = deps;
  const composer = new Composer<BotContext>();

  composer.callbackQuery(/^whose:(\d{1,9}):(\d)$/, async (ctx) => {
    const question = await openQuestion(ctx, deps, Number(ctx.match[1]));
    const itemId = question?.options[Number(ctx.match[2])]?.itemId;
    if (!question?.ean || itemId === undefined) return;
    const item = await attachedCodes.attach(itemId, { id: question.change_id, ean: question.ean, pack: 1 }, ctx.caller);
    names.touch();
    await markAnswered(db, question.id, clock());
    const checked = isAdmin(ctx) ? '' : ' Администратор его проверит.';
    const keyboard = new InlineKeyboard().text('Отвязать', `unattach:${question.change_id}`);
    await rewrite(ctx, `Штрихкод ${question.ean} теперь у ${quoted(item.name)}.${checked}`, keyboard);
    await acknowledge(ctx);
    return showItem(ctx, deps, item.id);
  });

  composer.callbackQuery(new RegExp(`^unattach:(${UUID})$`), async (ctx) => {
    await attachedCodes.remove(ctx.match[1] ?? '', ctx.caller);
    names.touch();
    await rewrite(ctx, 'Штрихкод отвязан.');
    await acknowledge(ctx);
  });
  return composer;
}

/** Attaches the barcode of an intended new item to the existing item of this name. */
export async function attachToNamed(
  ctx: BotContext,
  deps: BotDeps,
  { name, ean, change_id: id }: { name: string; ean: string | null; change_id: string },
): Promise<FoundItem | undefined> {
  const [item] = (await deps.names.current()).named(name);
  if (!item || !ean) return item;
  await deps.attachedCodes.attach(item.id, { id, ean, pack: 1 }, ctx.caller);
  deps.names.touch();
  return foundItem(deps, item.id);
}

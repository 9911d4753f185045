import { AppError, Forbidden, Unreadable } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { PostDelivery } from '../../../contract/deliveries.ts';
import type { Deliveries } from '../../deliveries/deliveries.service.ts';
import type { Sales } from '../../sales/sales.service.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { deliveryScreen, periodText, postedText, salesScreen } from '../paper-texts.ts';
import { quoted } from '../texts.ts';

export interface PapersDeps extends BotDeps {
  deliveries: Pick<Deliveries, 'upload' | 'details' | 'post' | 'reverse' | 'remove'>;
  sales: Pick<Sales, 'upload' | 'apply' | 'remove'>;
}

interface Paper {
  path: string;
  name: string;
  /** The id of the kept file, where it may be a list of items too. */
  asItems: number | undefined;
}

const isOther = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Unreadable && codes.includes(error.code);

/** Reads deliveries and tills' reports that are sent to the chat; they are written only when a button is pressed. */
export function createPapers(deps: PapersDeps) {
  const { deliveries, sales, tenantId, venue } = deps;

  async function offerDelivery(ctx: BotContext, { path, name, asItems }: Paper, key: string): Promise<boolean> {
    const upload = { path, filename: name, key, supplierId: undefined, layout: undefined, actor: ctx.caller };
    const { delivery } = await deliveries.upload(upload).catch((error) => {
      if (isOther(error, 'not_delivery')) return { delivery: null };
      throw error;
    });
    if (delivery) await reply(ctx, ...deliveryScreen(delivery, asItems, venue.publicUrl));
    return delivery !== null;
  }

  async function offerSales(ctx: BotContext, { path, name, asItems }: Paper, key: string): Promise<boolean> {
    const given = { sourceId: undefined, layout: undefined, period: undefined, actor: ctx.caller };
    const { file, no_days } = await sales.upload({ path, filename: name, key, ...given }).catch((error) => {
      if (isOther(error, 'not_sales', 'no_rows')) return { file: null, no_days: null };
      throw error;
    });
    if (file) await reply(ctx, ...salesScreen(file, asItems, venue.publicUrl));
    else if (no_days) await reply(ctx, `${no_days}. Это можно сделать в панели, раздел «Продажи»`.replace('..', '.'));
    return file !== null || no_days !== null;
  }

  async function post(ctx: BotContext, id: number, input: Pick<PostDelivery, 'counted' | 'again'>): Promise<void> {
    const again = input.again ? ':again' : '';
    try {
      const delivery = await deliveries.post(id, input, ctx.caller);
      const undo = new InlineKeyboard().text('Отменить поставку', `delivery:${id}:reverse`);
      await rewrite(ctx, postedText(delivery), undo);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const keyboard = new InlineKeyboard();
      if (error.code === 'before_or_after') {
        keyboard.text('До', `delivery:${id}:before${again}`).text('После', `delivery:${id}:after${again}`).row();
      } else if (error.code === 'duplicate_delivery') {
        keyboard.text('Провести ещё раз', `delivery:${id}:post:again`);
      } else throw error;
      await rewrite(ctx, error.message, keyboard.text('Не нужна', `delivery:${id}:drop`));
    }
    await acknowledge(ctx);
  }

  const composer = new Composer<BotContext>();
  const forAdmins = composer.callbackQuery(/^(?:delivery|sales):\d{1,9}:/);
  forAdmins.use(async (ctx, next) => {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Поставки и продажи записывает только администратор');
    await next();
  });
  forAdmins.callbackQuery(/^delivery:(\d+):(post|before|after)(:again)?$/, (ctx) => {
    const side = ctx.match[2];
    const counted = side === 'before' || side === 'after' ? side : undefined;
    return post(ctx, Number(ctx.match[1]), { counted, again: ctx.match[3] !== undefined });
  });
  forAdmins.callbackQuery(/^delivery:(\d+):reverse$/, async (ctx) => {
    await deliveries.reverse(Number(ctx.match[1]), ctx.caller);
    await rewrite(ctx, 'Поставка отменена: остатки и цены такие, будто её не было.');
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^delivery:(\d+):drop$/, async (ctx) => {
    await deliveries.remove(Number(ctx.match[1]));
    await rewrite(ctx, 'Поставка не записана, остатки не изменены.');
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^sales:(\d+):apply$/, async (ctx) => {
    const { id, source, from, to } = await sales.apply(Number(ctx.match[1]), ctx.caller);
    const undo = new InlineKeyboard().text('Убрать эти продажи', `sales:${id}:drop`);
    await rewrite(ctx, `Продажи ${quoted(source.name)}, ${periodText(from, to)}, записаны.`, undo);
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^sales:(\d+):drop$/, async (ctx) => {
    await sales.remove(Number(ctx.match[1]), ctx.caller);
    await rewrite(ctx, 'Этих продаж больше нет.');
    await acknowledge(ctx);
  });

  return {
    feature: composer,
    /** Answers with what the file says where it is a delivery or a till's report; returns whether it is. Throws Unreadable. */
    async offer(ctx: BotContext, paper: Paper): Promise<boolean> {
      const key = changeIdOf(tenantId, ctx.update.update_id, 0);
      return (await offerDelivery(ctx, paper, key)) || (await offerSales(ctx, paper, key));
    },
  };
}
export type Papers = ReturnType<typeof createPapers>;

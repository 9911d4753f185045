import { Composer, InlineKeyboard } from 'grammy';
import { amountText, wholeAmountText } from '../../../contract/order-amount.ts';
import { MAX_ORDER_LINES } from '../../../contract/orders.ts';
import type { OrderList } from '../../../contract/reports.endpoints.ts';
import { BLIND_NOTE, seenBy } from '../blind.ts';
import { changeIdOf } from '../change-id.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { addPageButtons, NAME_SHOWN, PAGE, within } from '../pages.ts';
import { cut, moneyText, positions, quantityText, quoted } from '../texts.ts';

type Row = OrderList['rows'][number];

/** A command of Telegram has Latin letters alone. */
const WORD = /^\/заказ$/iu;
const SUPPLIERS_SHOWN = 10;
const BUTTON_SHOWN = 30;
const LONG = 4000;

const amountOf = ({ order, item, pack }: Row) => ({ quantity: order, unit: item.unit, pack });

function orderLine(row: Row): string {
  const { item, quantity, par, on_order } = row;
  const coming = on_order > 0 ? `, едет ${quantityText(on_order)}` : '';
  return `${cut(item.name, NAME_SHOWN)}: ${amountText(amountOf(row))} (есть ${quantityText(quantity)}${coming}, норма ${quantityText(par)} ${item.unit})`;
}

function nothingText({ withoutPar, ordered }: OrderList['totals']): string {
  if (ordered > 0) return `Заказывать нечего. Уже заказано: ${positions(ordered)}.`;
  return withoutPar > 0
    ? `Заказывать нечего. Норма не указана: ${positions(withoutPar)}. Её задают в карточке позиции.`
    : 'Заказывать нечего.';
}

/** Returns suppliers in the order of their first rows. */
function suppliersOf(rows: readonly Row[]): { id: number; name: string; rows: Row[] }[] {
  const suppliers = new Map<number, { id: number; name: string; rows: Row[] }>();
  for (const row of rows) {
    if (!row.supplier) continue;
    const known = suppliers.get(row.supplier.id) ?? { ...row.supplier, rows: [] };
    known.rows.push(row);
    suppliers.set(known.id, known);
  }
  return [...suppliers.values()];
}

/** Shows what to order and writes it to each supplier; an administrator fixes what has been sent. */
export function ordersFeature(deps: BotDeps): Composer<BotContext> {
  const { reports, orders, venue, tenantId } = deps;
  const composer = new Composer<BotContext>();

  async function list(asked: number): Promise<[string, InlineKeyboard]> {
    const { rows, totals } = await reports.order();
    const page = within(asked, rows.length);
    const lines = rows.slice(page * PAGE, (page + 1) * PAGE).map(orderLine);
    if (rows.length === 0) lines.push(nothingText(totals));
    const sum = totals.sum > 0 ? ['', `Сумма: ${moneyText(totals.sum)}`] : [];
    if (sum.length > 0 && totals.withoutCost > 0)
      sum.push(`Без цены, в сумму не вошли: ${positions(totals.withoutCost)}`);
    const keyboard = addPageButtons(new InlineKeyboard(), page, rows.length, (next) => `order:${next}`);
    for (const { id, name, rows: own } of suppliersOf(rows).slice(0, SUPPLIERS_SHOWN)) {
      keyboard.row().text(`${cut(name, BUTTON_SHOWN)}: ${own.length}`, `order:of:${id}`);
    }
    return [
      ['Что заказать', '', ...lines, ...sum].join('\n'),
      keyboard.row().text('‹ К расхождениям', 'report:all:0.1'),
    ];
  }

  async function neededFrom(supplierId: number): Promise<Row[]> {
    const { rows } = await reports.order();
    return rows.filter(({ supplier }) => supplier?.id === supplierId);
  }

  /** Writes what is needed of a supplier as a message to forward. */
  async function write(ctx: BotContext, supplierId: number): Promise<void> {
    const rows = await neededFrom(supplierId);
    if (rows.length === 0) return acknowledge(ctx, 'Заказывать у них больше нечего');
    const lines = rows.map((row) => {
      const article = row.item.article ? ` (арт. ${row.item.article})` : '';
      return `${row.item.name}${article} — ${wholeAmountText(amountOf(row))}`;
    });
    const keyboard = isAdmin(ctx) ? new InlineKeyboard().text('Записать заказ', `order:fix:${supplierId}`) : undefined;
    await reply(ctx, [`Заказ для ${quoted(venue.name)}`, '', ...lines].join('\n'), keyboard);
    await acknowledge(ctx);
  }

  async function fix(ctx: BotContext, supplierId: number): Promise<void> {
    const rows = await neededFrom(supplierId);
    if (rows.length === 0) return acknowledge(ctx, 'Заказывать у них больше нечего');
    const lines = rows.slice(0, MAX_ORDER_LINES).map(({ item, order, pack }) => ({
      item_id: item.id,
      quantity: order,
      pack_unit: pack?.unit,
      pack_size: pack?.size,
    }));
    const key = changeIdOf(tenantId, ctx.update.update_id, 0);
    const { id, text } = await orders.add({ key, supplier_id: supplierId, lines }, ctx.caller.id);
    const undo = new InlineKeyboard().text('Отменить заказ', `order:cancel:${id}`);
    // a message that is rewritten keeps one part of a long text
    await (text.length > LONG ? reply(ctx, text, undo) : rewrite(ctx, text, undo));
    await acknowledge(ctx, 'Заказ записан. Перешлите сообщение поставщику');
  }

  /** Shows only the reason for the refusal while the caller counts anything blindly. */
  composer.use(async (ctx, next) => {
    const asks = ctx.hasCommand('order') || ctx.hasText(WORD) || /^order:/.test(ctx.callbackQuery?.data ?? '');
    if (!asks || !(await seenBy(ctx, deps)).hidesSome()) return next();
    if (!ctx.callbackQuery) return reply(ctx, BLIND_NOTE);
    await rewrite(ctx, BLIND_NOTE);
    return acknowledge(ctx, BLIND_NOTE);
  });
  composer.command('order', async (ctx) => reply(ctx, ...(await list(0))));
  composer.hears(WORD, async (ctx) => reply(ctx, ...(await list(0))));
  composer.callbackQuery(/^order:(\d{1,4})$/, async (ctx) => {
    await rewrite(ctx, ...(await list(Number(ctx.match[1]))));
    await acknowledge(ctx);
  });
  composer.callbackQuery(/^order:of:(\d{1,9})$/, (ctx) => write(ctx, Number(ctx.match[1])));
  composer.callbackQuery(/^order:(?:fix|cancel):\d{1,9}$/, (ctx, next) =>
    isAdmin(ctx) ? next() : acknowledge(ctx, 'Заказы записывает только администратор'),
  );
  composer.callbackQuery(/^order:fix:(\d+)$/, (ctx) => fix(ctx, Number(ctx.match[1])));
  composer.callbackQuery(/^order:cancel:(\d+)$/, async (ctx) => {
    const { id } = await orders.cancel(Number(ctx.match[1]), ctx.caller.id);
    await rewrite(ctx, `Заказ № ${id} отменён.`);
    await acknowledge(ctx);
  });
  return composer;
}

import { Composer, InlineKeyboard } from 'grammy';
import type { Discrepancies, OrderList } from '../../../contract/reports.endpoints.ts';
import { type DiscrepanciesQuery, deviations, reportGroups } from '../../../contract/reports.ts';
import { BLIND_NOTE, seenBy } from '../blind.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { counted, cut, deltaText, moneyText, positions, quantityText } from '../texts.ts';

const groupNames = { strong: 'Крепкий алкоголь', wine: 'Вино', soft: 'Безалкогольные', all: 'Все группы' };
/** Matches the group in «/report вино». */
const groupWords = { strong: /^креп/u, wine: /^вин/u, soft: /^(?:без|соф)/u, all: /^вс/u };
const deviationNames = { '0.1': '≥0,1', '0.375': '≥0,375', '1': '≥1', zero: 'Нули', all: 'Все' };
/** Items on a page. Names are cut so that a page with its totals and buttons fits into one message. */
const PAGE = 20;
const NAME_SHOWN = 60;

const mark = (chosen: boolean, text: string): string => (chosen ? `• ${text}` : text);

/** Clamps the page number, because the list may have become shorter since its button was made. */
const within = (page: number, rows: number): number => Math.max(0, Math.min(page, Math.ceil(rows / PAGE) - 1));

function addPageButtons(
  keyboard: InlineKeyboard,
  page: number,
  rows: number,
  data: (page: number) => string,
): InlineKeyboard {
  const pages = Math.ceil(rows / PAGE);
  if (pages < 2) return keyboard;
  keyboard.row();
  if (page > 0) keyboard.text('‹', data(page - 1));
  keyboard.text(`${page + 1} из ${pages}`, data(page));
  if (page + 1 < pages) keyboard.text('›', data(page + 1));
  return keyboard;
}

/** Marks the chosen filters. Each button carries both, so nothing is stored between presses. */
function reportButtons({ group, deviation }: DiscrepanciesQuery, page: number, rows: number): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  for (const [index, name] of reportGroups.entries()) {
    keyboard.text(mark(name === group, groupNames[name]), `report:${name}:${deviation}`);
    if (index % 2 === 1) keyboard.row();
  }
  for (const name of deviations)
    keyboard.text(mark(name === deviation, deviationNames[name]), `report:${group}:${name}`);
  addPageButtons(keyboard, page, rows, (next) => `report:${group}:${deviation}:${next}`).row();
  if (rows > 0) keyboard.text('Excel', `sheet:${group}:${deviation}`);
  return keyboard.text('Что заказать', 'order:0');
}

function totalsLines({ items, units, money, unknown }: Discrepancies['totals']): string[] {
  const lines = units.map(
    ({ unit, shortage, surplus }) =>
      `Итого, ${unit}: недостача ${quantityText(shortage)}, излишек ${surplus === 0 ? '0' : deltaText(surplus)}`,
  );
  if (money.shortage !== 0 || money.surplus !== 0) {
    lines.push(`В деньгах: недостача ${moneyText(money.shortage)}, излишек ${moneyText(money.surplus)}`);
    if (money.withoutCost > 0) lines.push(`Без цены, в сумму не вошли: ${positions(money.withoutCost)}`);
  }
  if (unknown > 0) lines.push(`Без учётного остатка: ${positions(unknown)}`);
  return items > 0 ? [`Всего: ${positions(items)}`, ...lines] : lines;
}

function discrepancyLine({ item, difference, quantity, expected, loss }: Discrepancies['rows'][number]): string {
  const money = loss ? `, ${moneyText(loss)}` : '';
  return `${cut(item.name, NAME_SHOWN)}: ${deltaText(difference)} ${item.unit} (есть ${quantityText(quantity)}, по учёту ${quantityText(expected)}${money})`;
}

function orderLine({ item, order, bottles, quantity, par }: OrderList['rows'][number]): string {
  const amount =
    bottles === null ? `${quantityText(order)} ${item.unit}` : counted(bottles, 'бутылка', 'бутылки', 'бутылок');
  return `${cut(item.name, NAME_SHOWN)}: ${amount} (есть ${quantityText(quantity)}, норма ${quantityText(par)} ${item.unit})`;
}

export function reportFeature(deps: BotDeps): Composer<BotContext> {
  const { reports } = deps;
  const composer = new Composer<BotContext>();

  async function discrepancies(query: DiscrepanciesQuery, asked: number): Promise<[string, InlineKeyboard]> {
    const { rows, totals } = await reports.discrepancies(query);
    const page = within(asked, rows.length);
    const head = `Расхождения: ${groupNames[query.group].toLowerCase()}, отклонение ${deviationNames[query.deviation].toLowerCase()}`;
    const lines = rows.slice(page * PAGE, (page + 1) * PAGE).map(discrepancyLine);
    if (rows.length === 0) lines.push('Таких позиций нет');
    const text = [head, '', ...lines, '', ...totalsLines(totals)].join('\n').trimEnd();
    return [text, reportButtons(query, page, rows.length)];
  }

  async function order(asked: number): Promise<[string, InlineKeyboard]> {
    const { rows, totals } = await reports.order();
    const page = within(asked, rows.length);
    const lines = rows.slice(page * PAGE, (page + 1) * PAGE).map(orderLine);
    if (rows.length === 0) {
      lines.push(
        totals.withoutPar > 0
          ? `Заказывать нечего. Норма не указана: ${positions(totals.withoutPar)}. Её задают в карточке позиции.`
          : 'Заказывать нечего.',
      );
    }
    const sum = totals.sum > 0 ? ['', `Сумма: ${moneyText(totals.sum)}`] : [];
    if (sum.length > 0 && totals.withoutCost > 0)
      sum.push(`Без цены, в сумму не вошли: ${positions(totals.withoutCost)}`);
    const keyboard = addPageButtons(new InlineKeyboard(), page, rows.length, (next) => `order:${next}`);
    return [
      ['Что заказать', '', ...lines, ...sum].join('\n'),
      keyboard.row().text('‹ К расхождениям', 'report:all:0.1'),
    ];
  }

  /** Shows only the reason for the refusal while the caller counts anything blindly. */
  composer.use(async (ctx, next) => {
    const asks = ctx.hasCommand(['report', 'order']) || /^(report|order|sheet):/.test(ctx.callbackQuery?.data ?? '');
    if (!asks || !(await seenBy(ctx, deps)).hidesSome()) return next();
    if (!ctx.callbackQuery) return reply(ctx, BLIND_NOTE);
    await rewrite(ctx, BLIND_NOTE);
    return acknowledge(ctx, BLIND_NOTE);
  });
  composer.command('report', async (ctx) => {
    const asked = ctx.match.trim().toLowerCase();
    const group = reportGroups.find((name) => asked !== '' && groupWords[name].test(asked));
    if (asked !== '' && !group) return reply(ctx, `Такой группы нет. Есть: ${Object.values(groupNames).join(', ')}`);
    return reply(ctx, ...(await discrepancies({ group: group ?? 'all', deviation: '0.1' }, 0)));
  });
  composer.command('order', async (ctx) => reply(ctx, ...(await order(0))));
  composer.callbackQuery(/^report:(strong|wine|soft|all):(0\.1|0\.375|1|zero|all)(?::(\d{1,4}))?$/, async (ctx) => {
    const query = { group: ctx.match[1], deviation: ctx.match[2] } as DiscrepanciesQuery;
    await rewrite(ctx, ...(await discrepancies(query, Number(ctx.match[3] ?? 0))));
    await acknowledge(ctx);
  });
  composer.callbackQuery(/^order:(\d{1,4})$/, async (ctx) => {
    await rewrite(ctx, ...(await order(Number(ctx.match[1]))));
    await acknowledge(ctx);
  });
  return composer;
}

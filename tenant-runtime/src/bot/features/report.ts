import { Composer, InlineKeyboard } from 'grammy';
import type { Discrepancies } from '../../../contract/reports.endpoints.ts';
import { type DiscrepanciesQuery, deviations, reportGroups } from '../../../contract/reports.ts';
import { BLIND_NOTE, seenBy } from '../blind.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { addPageButtons, NAME_SHOWN, PAGE, within } from '../pages.ts';
import { cut, deltaText, moneyText, positions, quantityText } from '../texts.ts';

const groupNames = { strong: 'Крепкий алкоголь', wine: 'Вино', soft: 'Безалкогольные', all: 'Все группы' };
/** Matches the group in «/report вино». */
const groupWords = { strong: /^креп/u, wine: /^вин/u, soft: /^(?:без|соф)/u, all: /^вс/u };
const deviationNames = { '0.1': '≥0,1', '0.375': '≥0,375', '1': '≥1', zero: 'Нули', all: 'Все' };
const mark = (chosen: boolean, text: string): string => (chosen ? `• ${text}` : text);

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

  /** Shows only the reason for the refusal while the caller counts anything blindly. */
  composer.use(async (ctx, next) => {
    const asks = ctx.hasCommand('report') || /^(report|sheet):/.test(ctx.callbackQuery?.data ?? '');
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
  composer.callbackQuery(/^report:(strong|wine|soft|all):(0\.1|0\.375|1|zero|all)(?::(\d{1,4}))?$/, async (ctx) => {
    const query = { group: ctx.match[1], deviation: ctx.match[2] } as DiscrepanciesQuery;
    await rewrite(ctx, ...(await discrepancies(query, Number(ctx.match[3] ?? 0))));
    await acknowledge(ctx);
  });
  return composer;
}

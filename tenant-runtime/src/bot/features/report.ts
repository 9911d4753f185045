import { Composer, InlineKeyboard } from 'grammy';
import { type DiscrepanciesQuery, deviations, reportGroups } from '../../../contract/reports.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { cut, deltaText, plural, quantityText } from '../texts.ts';

const groupNames = { strong: 'Крепкий алкоголь', wine: 'Вино', soft: 'Безалкогольные', all: 'Все группы' };
const deviationNames = { '0.1': '≥0,1', '0.375': '≥0,375', '1': '≥1', zero: 'Нули', all: 'Все' };
/** So that a report with its buttons stays one message. */
const MAX_ROWS_TEXT = 3500;

const mark = (chosen: boolean, text: string): string => (chosen ? `• ${text}` : text);

/** The chosen filters are marked; each button carries both, so nothing is kept between presses. */
function filters({ group, deviation }: DiscrepanciesQuery): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  for (const [index, name] of reportGroups.entries()) {
    keyboard.text(mark(name === group, groupNames[name]), `report:${name}:${deviation}`);
    if (index % 2 === 1) keyboard.row();
  }
  for (const name of deviations)
    keyboard.text(mark(name === deviation, deviationNames[name]), `report:${group}:${name}`);
  return keyboard;
}

export function reportFeature({ reports }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  async function reportText(query: DiscrepanciesQuery): Promise<string> {
    const { rows, totals } = await reports.discrepancies(query);
    const head = `Расхождения: ${groupNames[query.group].toLowerCase()}, отклонение ${deviationNames[query.deviation].toLowerCase()}`;
    const lines: string[] = [];
    let length = 0;
    for (const { item, difference, quantity, expected } of rows) {
      const line = `${cut(item.name, 60)}: ${deltaText(difference)} ${item.unit} (есть ${quantityText(quantity)}, по учёту ${quantityText(expected)})`;
      if (length + line.length > MAX_ROWS_TEXT) break;
      lines.push(line);
      length += line.length + 1;
    }
    if (lines.length < rows.length)
      lines.push(`…и ещё ${plural(rows.length - lines.length, 'позиция', 'позиции', 'позиций')}`);
    if (rows.length === 0) lines.push('Таких позиций нет');
    if (totals.unknown > 0)
      lines.push(`Без учётного остатка: ${plural(totals.unknown, 'позиция', 'позиции', 'позиций')}`);
    return `${head}\n\n${lines.join('\n')}`;
  }

  composer.command('report', async (ctx) => {
    const query: DiscrepanciesQuery = { group: 'all', deviation: '0.1' };
    await reply(ctx, await reportText(query), filters(query));
  });
  composer.callbackQuery(/^report:(strong|wine|soft|all):(0\.1|0\.375|1|zero|all)$/, async (ctx) => {
    const query = { group: ctx.match[1], deviation: ctx.match[2] } as DiscrepanciesQuery;
    await rewrite(ctx, await reportText(query), filters(query));
    await acknowledge(ctx);
  });
  return composer;
}

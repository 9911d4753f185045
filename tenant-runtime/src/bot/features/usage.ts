import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { Composer } from 'grammy';
import type { Usage, UsageRow } from '../../../contract/usage.endpoints.ts';
import { reply } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { counted, cut, deltaText, moneyText, positions, quantityText, quoted } from '../texts.ts';

const WORST = 5;
const MOST_DAYS = 5;
const NAME_SHOWN = 60;

const percent = (share: number): string =>
  `${(Math.abs(share) * 100).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} %`;
const dayText = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;

function lossLine({ item, variance, expected, counted: seen, error, loss }: UsageRow, index: number): string {
  const doubt = error > 0 ? `, ±${quantityText(error)}` : '';
  const money = loss === null ? '' : `, ${moneyText(loss)}`;
  return `${index + 1}. ${cut(item.name, NAME_SHOWN)}: ${deltaText(variance)} ${item.unit} (должно ${quantityText(expected)}, насчитано ${quantityText(seen)}${doubt})${money}`;
}

/** Names a feed of sales that is in trouble. */
export const behindText = ({ name, last_day }: Usage['sold']['behind'][number]): string =>
  `Подключение ${quoted(name)} ${last_day ? `принесло продажи только по ${dayText(last_day)}` : 'ещё не принесло продаж'}.`;

function doubtLines({ sold, totals }: Usage): string[] {
  const lines: string[] = [];
  if (sold.paid === 0) lines.push('Продаж за эти дни нет: расходом считается то, что записано вручную.');
  else if (sold.missing.length > 0) {
    const rest = sold.missing.length - MOST_DAYS;
    const days = sold.missing.slice(0, MOST_DAYS).map(dayText).join(', ');
    lines.push(`Нет продаж за ${days}${rest > 0 ? ` и ещё за ${counted(rest, 'день', 'дня', 'дней')}` : ''}.`);
  }
  lines.push(...sold.behind.map(behindText));
  const { dishes, paid } = sold.unmatched;
  if (dishes > 0) lines.push(`Не сопоставлено: ${counted(dishes, 'блюдо', 'блюда', 'блюд')} на ${moneyText(paid)}.`);
  if (sold.incomplete.length > 0) {
    lines.push(`Не закончено: ${counted(sold.incomplete.length, 'рецепт', 'рецепта', 'рецептов')}.`);
  }
  if (totals.unpaired > 0) lines.push(`Посчитано только в одном подсчёте: ${positions(totals.unpaired)}.`);
  return lines;
}

/** Says what went missing between two counts: the worst five, what it cost, and what the figures do not know. */
export function usageText(usage: Usage, panelUrl: string | undefined): string {
  const { from, to, rows, totals } = usage;
  const { shortage, surplus, used } = totals;
  const worst = rows.filter(({ certain, variance }) => certain && variance < 0).slice(0, WORST);
  const gone = used - shortage;
  const share = gone > 0 && shortage < 0 ? ` (${percent(shortage / gone)} того, что ушло)` : '';
  const sum =
    worst.length === 0
      ? 'Недостачи больше погрешности нет.'
      : `Недостача ${moneyText(shortage)}${share}, излишек ${moneyText(surplus)}`;
  const link = panelUrl ? ['', `Подробно: ${new URL(`/usage?from=${from.id}&to=${to.id}`, panelUrl).href}`] : [];
  const doubts = doubtLines(usage);
  return [
    `Расход: «${cut(from.title, NAME_SHOWN)}» → «${cut(to.title, NAME_SHOWN)}»`,
    '',
    sum,
    ...worst.map(lossLine),
    ...(doubts.length > 0 ? ['', ...doubts] : []),
    ...link,
  ].join('\n');
}

export function usageFeature({ usage, venue }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  async function report(ctx: BotContext): Promise<unknown> {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Расход видит только администратор');
    const [to, from] = (await usage.counts()).counts;
    if (!to || !from) {
      return reply(ctx, 'Расход считается между двумя закрытыми подсчётами. Закройте второй: /count');
    }
    return reply(ctx, usageText(await usage.between({ from: from.id, to: to.id }), venue.publicUrl));
  }
  composer.command('usage', report);
  composer.hears(/^\/расход$/iu, report);
  return composer;
}

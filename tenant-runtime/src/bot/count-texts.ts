import type { CountDetails } from '../../contract/counts.endpoints.ts';
import type { Asking } from '../blindness/blindness.ts';
import type { BotDeps } from './context.ts';
import { cut, deltaText, moneyText, positions, quantityText, quoted } from './texts.ts';

/** The most names to list; the others are only counted. */
const SHOWN = 30;

export const coverageText = ({ coverage: { lines, counted, recount } }: CountDetails): string =>
  `Посчитано ${counted} из ${lines}${recount > 0 ? `, пересчитать: ${recount}` : ''}.`;

export function closedText({ title, totals, coverage }: CountDetails): string {
  const lines = [`Подсчёт ${quoted(title)} закрыт. Посчитано ${coverage.counted} из ${coverage.lines}.`];
  if (!totals) return lines[0] ?? '';
  lines.push(totals.differing > 0 ? `Расходится: ${positions(totals.differing)}.` : 'Расхождений нет.');
  for (const { unit, shortage, surplus } of totals.units) {
    if (shortage !== 0 || surplus !== 0) {
      lines.push(`${unit}: недостача ${quantityText(shortage)}, излишек ${surplus === 0 ? '0' : deltaText(surplus)}`);
    }
  }
  const { money } = totals;
  if (money.shortage !== 0 || money.surplus !== 0) {
    lines.push(`В деньгах: недостача ${moneyText(money.shortage)}, излишек ${moneyText(money.surplus)}`);
  }
  return lines.join('\n');
}

/** Names the questions of the chat that closing the count leaves without an answer. */
export function unansweredText({ unanswered = [] }: CountDetails): string[] {
  if (unanswered.length === 0) return [];
  const asked = unanswered.slice(0, SHOWN).map(({ user, name }) => `• ${cut(user, 60)}: ${quoted(name)}`);
  const more = unanswered.length > SHOWN ? [`и ещё ${unanswered.length - SHOWN}`] : [];
  return ['В чате ещё не ответили, что считать. После закрытия не примут:', ...asked, ...more];
}

/** Lists names one per line. `total` is given when there are more names than were passed in. */
export function namesText(names: string[], total = names.length): string {
  const shown = names.slice(0, SHOWN).map((name) => `• ${cut(name, 100)}`);
  return [...shown, ...(total > shown.length ? [`и ещё ${positions(total - shown.length)}`] : [])].join('\n');
}

/** Lists the lines that are uncounted or wait for a recount. It shows names only and never the expected quantity. */
export async function leftText(
  { counts }: Pick<BotDeps, 'counts'>,
  count: CountDetails,
  asking: Asking,
): Promise<string> {
  const page = { offset: 0, limit: SHOWN, order: 'asc' as const };
  const [uncounted, recount] = await Promise.all([
    counts.lines(count.id, { state: 'uncounted' }, page, asking),
    counts.lines(count.id, { state: 'recount' }, page, asking),
  ]);
  const parts: string[] = [];
  const named = ({ lines, total }: typeof uncounted): string =>
    namesText(
      lines.map(({ item }) => item.name),
      total,
    );
  if (uncounted.total > 0) parts.push(`Осталось посчитать ${inAccusative(uncounted.total)}:\n${named(uncounted)}`);
  if (recount.total > 0) parts.push(`Пересчитать ${inAccusative(recount.total)}:\n${named(recount)}`);
  return parts.join('\n') || 'Посчитано всё.';
}

/** «1 позицию», «5 позиций». */
export const inAccusative = (count: number): string => positions(count).replace('позиция', 'позицию');

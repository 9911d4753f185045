import type { Digest } from '../digest/digest.service.ts';
import type { Reader } from '../notices/notices.service.ts';
import type { BotDeps } from './context.ts';
import { behindText, usageText } from './features/usage.ts';
import type { NoticeMessage } from './notice-message.ts';
import { counted, moneyText, positions, quoted } from './texts.ts';

function weekText(from: string, to: string): string {
  const dayOf = (day: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', ...options }).format(new Date(day));
  const last = dayOf(to, { day: 'numeric', month: 'long' });
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${dayOf(from, isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'long' })} – ${last}`;
}

function countedText({ closed, last }: Digest, timezone: string): string {
  if (closed > 0) return `Закрыто ${counted(closed, 'подсчёт', 'подсчёта', 'подсчётов')}.`;
  if (!last?.closedAt) return 'Ещё ни разу не считали. Начать: /count';
  const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: timezone });
  return `За неделю не считали. Последний подсчёт — ${quoted(last.title)}, ${day.format(new Date(last.closedAt))}.`;
}

/** Says what the week has cost, what nobody has counted and what the figures do not know. */
export function digestText(digest: Digest, { timezone, publicUrl }: BotDeps['venue']): string {
  const { from, to, usage, uncounted, missed, late } = digest;
  const value = uncounted.value === 0 ? '' : ` на ${moneyText(uncounted.value)}`;
  return [
    `Неделя ${weekText(from, to)}`,
    '',
    countedText(digest, timezone),
    ...(missed > 0 ? [`По расписанию не начали ${counted(missed, 'подсчёт', 'подсчёта', 'подсчётов')}.`] : []),
    ...(uncounted.items > 0 ? [`Не считали больше двух недель: ${positions(uncounted.items)}${value}.`] : []),
    // what usage is not sure of says the same
    ...(usage ? ['', usageText(usage, publicUrl)] : late.map(behindText)),
  ].join('\n');
}

export async function digestMessage({ digests, venue }: BotDeps, week: string, reader: Reader): Promise<NoticeMessage> {
  if (reader.role !== 'admin') return undefined;
  return { text: digestText(await digests.of(week), venue) };
}

import { InlineKeyboard } from 'grammy';
import type { Notice } from '../notices/notice.ts';
import type { Reader } from '../notices/notices.service.ts';
import type { DueCount } from '../scheduled-counts/scheduled-counts.service.ts';
import type { BotDeps } from './context.ts';
import type { NoticeMessage } from './notice-message.ts';
import { cut, quoted } from './texts.ts';

type ScheduledCountNotice = Extract<Notice, { data: { dueId: number } }>;

const CATEGORIES_SHOWN = 5;

function whatText({ opening }: DueCount): string {
  if (opening.scope === 'all') return 'все позиции';
  const shown = opening.categories.slice(0, CATEGORIES_SHOWN).map((name) => cut(name, 40));
  const rest = opening.categories.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` и ещё ${rest}` : '');
}

/** Returns the reminder that a count is due, or that nobody has begun it, as of now. */
export async function scheduledCountText(
  { scheduledCounts, venue }: BotDeps,
  { kind, data }: ScheduledCountNotice,
  reader: Reader,
): Promise<NoticeMessage> {
  const due = await scheduledCounts.due(data.dueId);
  if (!due?.isScheduled || due.state === 'started') return undefined;
  const at = (moment: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('ru-RU', { timeZone: venue.timezone, ...options }).format(moment);
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const keyboard = new InlineKeyboard().text('Начать', `begin:${due.id}`);
  if (kind === 'count_missed') {
    if (reader.role !== 'admin') return undefined;
    const day = at(due.dueAt, { weekday: 'short', day: '2-digit', month: '2-digit', ...clock });
    return { text: `Подсчёт ${quoted(due.title)} (${day}) никто не начал. Начать можно и сейчас.`, keyboard };
  }
  if (due.userIds.length > 0 && !due.userIds.includes(reader.id)) return undefined;
  const text = [
    `Пора считать: ${quoted(due.title)}, ${whatText(due)}.`,
    `Не начнёте до ${at(due.missedAfter, clock)} — напишем администратору.`,
  ];
  return { text: text.join('\n'), keyboard };
}

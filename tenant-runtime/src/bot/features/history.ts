import { Composer } from 'grammy';
import type { Change } from '../../../contract/changes.ts';
import type { BotContext, BotDeps } from '../context.ts';
import { reply } from '../telegram.ts';
import { deltaText, quantityText } from '../texts.ts';

const SHOWN = 10;

const sources: Record<Change['source'], string> = {
  bot: 'чат',
  web: 'панель',
  scanner: 'сканер',
  scales: 'весы',
  import: 'загрузка',
  count: 'подсчёт',
};

const kind = (change: Change): string => (change.undoes ? ', отмена' : change.undone ? ', отменено' : '');

/** Who, when and by how much, newest first. */
export function historyFeature({ changes, venue }: BotDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const time = new Intl.DateTimeFormat('ru-RU', {
    timeZone: venue.timezone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const lineOf = (change: Change): string =>
    `${time.format(new Date(change.at))} ${change.user?.name ?? 'Система'}, ${sources[change.source]}${kind(change)}\n` +
    `${change.item.name}: ${deltaText(change.delta)} → ${quantityText(change.after)} ${change.item.unit}`;

  composer.command('last', async (ctx) => {
    const { changes: rows } = await changes.list({}, { offset: 0, limit: SHOWN, order: 'desc' });
    await reply(ctx, rows.length > 0 ? rows.map(lineOf).join('\n\n') : 'Изменений пока нет');
  });
  return composer;
}

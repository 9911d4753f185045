import { Composer } from 'grammy';
import type { BotContext } from '../context.ts';
import { acknowledge, reply } from '../telegram.ts';

/** What no other feature has taken. */
export function unhandledFeature(): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('edited_message', (ctx) =>
    reply(ctx, 'Исправленные сообщения не пересчитываются. Отмените изменение кнопкой под ответом и напишите заново.'),
  );
  composer.on('callback_query', (ctx) => acknowledge(ctx, 'Эта кнопка больше не действует'));
  composer.on('message', (ctx) =>
    reply(ctx, 'Пишите текстом: название, знак и количество, например: Джемесон +0,7. Подробнее: /help'),
  );
  return composer;
}

import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import { acknowledge, reply } from '../chat.ts';
import type { BotContext } from '../context.ts';

const HOW = 'Напишите текстом: название, знак и количество, например: Джемесон +0,7';

/** Answers to messages that are not text, by their kind. */
const refusals: [kind: keyof Message, text: string][] = [
  ['voice', `Голосовые бот не слушает. ${HOW}`],
  ['audio', `Аудио бот не слушает. ${HOW}`],
  ['video_note', `Кружки бот не смотрит. ${HOW}`],
  ['video', 'Видео бот не смотрит. Пришлите фото штрихкода или напишите текстом: Джемесон +0,7'],
  ['animation', `Анимацию бот не смотрит. ${HOW}`],
  ['sticker', `Стикеры бот не считает. ${HOW}`],
  ['contact', 'Контакты бот не принимает: попросите человека самого написать боту /start.'],
  ['location', `Геопозиция боту не нужна. ${HOW}`],
  ['venue', `Места боту не нужны. ${HOW}`],
  ['poll', `Опросы бот не читает. ${HOW}`],
  ['dice', `Кубики бот не считает. ${HOW}`],
];

/** Messages from Telegram itself and not from a user: a pinned message, a changed timer. */
const service: (keyof Message)[] = [
  'pinned_message',
  'message_auto_delete_timer_changed',
  'new_chat_members',
  'left_chat_member',
  'write_access_allowed',
  'chat_background_set',
];

/** Answers the updates that no other feature has handled. */
export function unhandledFeature(): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.on('callback_query', (ctx) => acknowledge(ctx, 'Эта кнопка больше не действует'));
  composer.on('message', async (ctx) => {
    if (service.some((kind) => kind in ctx.message)) return;
    const [, text] = refusals.find(([kind]) => kind in ctx.message) ?? [];
    await reply(ctx, text ?? 'Пишите текстом: название, знак и количество, например: Джемесон +0,7. Подробнее: /help');
  });
  return composer;
}

import type { SandboxPerson } from '../../../contract/sandbox.ts';
import type { BotEvents } from '../bot-events.ts';
import type { BotRow } from '../bots.queries.ts';
import type { Updates } from '../updates.service.ts';
import { toJson } from './protocol.ts';
import { chatIdOf, midOf, personUser, type Render } from './shape.ts';

const START = /^\/start(?:\s+(\S+))?$/;

/** What people do, as events of MAX: their kind is `update_type`, and all else is the payload. */
export function createMaxEvents({
  updates,
  render,
  now,
}: {
  updates: Pick<Updates, 'enqueue'>;
  render: Render;
  now: () => Date;
}): BotEvents {
  const aboutDialog = (bot: BotRow, person: SandboxPerson) => ({
    chat_id: chatIdOf(bot.id, person.id),
    user: personUser(person, now()),
    user_locale: 'ru',
  });
  const enqueue = (trx: Parameters<Updates['enqueue']>[0], bot: BotRow, type: string, fields: object): Promise<void> =>
    updates.enqueue(trx, bot.id, type, { json: toJson({ ...fields, timestamp: now().getTime(), update_type: type }) });

  return {
    /** In MAX a dialog begins with «Начать», which is no message. */
    async written(trx, written, isFirst) {
      const { row, bot, person } = written;
      const start = START.exec(row.body.text ?? '');
      const [, payload] = start ?? [];
      if (start || isFirst)
        await enqueue(trx, bot, 'bot_started', {
          ...aboutDialog(bot, person),
          ...(payload && { payload }),
          user_id: person.id,
        });
      if (!start) await enqueue(trx, bot, 'message_created', { message: render(written), user_locale: 'ru' });
    },
    edited: (trx, written) => enqueue(trx, written.bot, 'message_edited', { message: render(written) }),
    pressed: (trx, { row, bot, person, data }) =>
      enqueue(trx, bot, 'message_callback', {
        callback: {
          timestamp: now().getTime(),
          // MAX names the keyboard, not the press
          callback_id: midOf(row),
          user: personUser(person, now()),
          payload: data,
        },
        message: render({ row, bot, person }),
        user_locale: 'ru',
      }),
    stopped: (trx, bot, person) => enqueue(trx, bot, 'bot_stopped', aboutDialog(bot, person)),
  };
}

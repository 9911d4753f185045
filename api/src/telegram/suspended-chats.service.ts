import { LOG_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { plural, quoted } from '@ostatok/kit/node/russian.ts';
import { moment } from '../platform/russian.ts';
import type { ApiRoots } from './api-roots.ts';
import type { Deliver } from './delivery.ts';
import {
  type BotVenue,
  claimExplanation,
  countMissed,
  findBotVenue,
  forgetSilent,
  type ResumedChat,
  type ResumedKey,
  type SuspendedChannel,
  withNextResumed,
} from './suspended-chats.queries.ts';
import { createTelegramClient, type Update } from './telegram-client.ts';

const DAY_MS = 86_400_000;

interface Message {
  chat?: { id?: number };
  /** In seconds. */
  date?: number;
  edit_date?: number;
}
interface Press {
  id: string;
  from?: { id?: number };
  message?: Message;
}
interface ChatUpdate extends Update {
  message?: Message;
  edited_message?: Message;
  callback_query?: Press;
}

const messageOf = ({ message, edited_message }: ChatUpdate): Message | undefined => message ?? edited_message;

const why = {
  billing: 'из-за подписки, владелец видит это в личном кабинете',
  administrator: 'сервисом',
};

const explanation = ({ display_name, suspended_by }: BotVenue): string =>
  `Заведение ${quoted(display_name)} приостановлено ${why[suspended_by ?? 'administrator']}. Сейчас я ничего не записываю, остатки и журнал целы. Когда заведение снова заработает, напишу сюда.`;

const PRESSED = 'Заведение приостановлено: кнопка сейчас не работает';

function backAgain({ display_name }: BotVenue, { missed, first_at }: ResumedChat): string {
  const works = `Заведение ${quoted(display_name)} снова работает.`;
  if (missed === 0) return works;
  const count = `${missed}\u00a0${plural(missed, ['сообщение', 'сообщения', 'сообщений'])}`;
  return `${works} Пока оно стояло, вы написали ${count}, первое — ${moment(first_at)}. Я их не записал: отправьте заново то, что ещё нужно.`;
}

/** Whether a late update was written while the tenant was suspended. Telegram's times are whole seconds. */
function isFromSuspension(update: ChatUpdate, { last_suspended_at, last_resumed_at }: BotVenue): boolean {
  const message = messageOf(update);
  if (!message || !last_suspended_at || !last_resumed_at) return false;
  const at = (message.edit_date ?? message.date ?? 0) * 1000;
  return at >= last_suspended_at.getTime() && at + 999 < last_resumed_at.getTime();
}

export interface SuspendedChatsParts {
  db: Knex;
  apiRoots: ApiRoots;
  openToken: (row: Pick<BotVenue, 'bot_token_sealed'>) => string;
  /** Delivers updates to an active tenant. */
  deliver: Deliver;
  /** The same for MAX, and how a person is written to there; undefined where there is none. */
  max?: {
    deliver: (tenantId: string, updates: Update[]) => Promise<void>;
    /** Throws an error with a `code` as of the Bot API. */
    write: (tenantId: string, personId: number, text: string) => Promise<unknown>;
  };
  log: Logger;
  now?: () => Date;
}

/**
 * Answers messages to the bot of a suspended tenant: the bot explains once a day in each chat why nothing is recorded,
 * and later reports what was missed when the tenant is active again. Missed messages are never delivered to the tenant.
 */
export function createSuspendedChats(parts: SuspendedChatsParts) {
  const { db, openToken, log, now = () => new Date() } = parts;
  const client = createTelegramClient(parts.apiRoots);

  async function write(venue: BotVenue, channel: SuspendedChannel, chatId: number, text: string): Promise<void> {
    if (channel === 'max') await parts.max?.write(venue.id, chatId, text);
    else await client.sendMessage(openToken(venue), chatId, text);
  }

  /** Returns false when the messenger can't be reached. A chat that has blocked the bot counts as notified. */
  async function send(venue: BotVenue, channel: SuspendedChannel, chatId: number, text: string): Promise<boolean> {
    try {
      await write(venue, channel, chatId, text);
      return true;
    } catch (error) {
      const code = Number((error as { code?: unknown }).code ?? 0);
      log.warn({ tenant: venue.id, channel, code }, 'a chat not told of the suspension');
      return code === 400 || code === 403;
    }
  }

  async function note(venue: BotVenue, channel: SuspendedChannel, update: ChatUpdate): Promise<number | undefined> {
    const message = messageOf(update);
    const chatId = message?.chat?.id;
    if (!message || typeof chatId !== 'number') return undefined;
    const at = new Date((message.edit_date ?? message.date ?? now().getTime() / 1000) * 1000);
    // MAX's chats are numbered by the messenger, whichever bot they are with
    const generation = channel === 'max' ? 0 : venue.bot_generation;
    const missed = { tenant_id: venue.id, channel, bot_generation: generation, chat_id: chatId, missed: 1 };
    await countMissed(db, { ...missed, last_update_id: update.update_id, at });
    return chatId;
  }

  async function answerPress(venue: BotVenue, channel: SuspendedChannel, press: Press): Promise<void> {
    if (channel === 'max') await parts.max?.write(venue.id, press.from?.id ?? 0, PRESSED);
    else await client.answerCallback(openToken(venue), press.id, PRESSED);
  }

  async function explain(venue: BotVenue, channel: SuspendedChannel, update: ChatUpdate): Promise<void> {
    if (update.callback_query)
      await answerPress(venue, channel, update.callback_query).catch((error) =>
        log.warn({ err: error, tenant: venue.id }, 'a press not answered'),
      );
    const chatId = await note(venue, channel, update);
    if (chatId === undefined) return;
    const [at, notSince] = [now(), new Date(now().getTime() - DAY_MS)];
    if (await claimExplanation(db, { tenantId: venue.id, channel, chatId }, at, notSince))
      await send(venue, channel, chatId, explanation(venue));
  }

  /** Returns false where the chat has to be told later. */
  async function notifyChat(row: ResumedChat): Promise<boolean> {
    try {
      const venue = await findBotVenue(db, row.tenant_id);
      // a different bot has no access to these chats
      if (!venue || (row.channel === 'telegram' && venue.bot_generation !== row.bot_generation)) return true;
      return await send(venue, row.channel, row.chat_id, backAgain(venue, row));
    } catch (error) {
      log.error({ err: error, tenant: row.tenant_id }, 'a chat not told');
      return false;
    }
  }

  /** Gives the updates to an active tenant by `deliver`. */
  async function pass(
    channel: SuspendedChannel,
    tenantId: string,
    updates: Update[],
    deliver: (fresh: Update[]) => Promise<void>,
  ): Promise<void> {
    const venue = await findBotVenue(db, tenantId);
    if (venue?.status === 'suspended') {
      for (const update of updates) await explain(venue, channel, update);
      return;
    }
    const missed = venue ? updates.filter((update) => isFromSuspension(update, venue)) : [];
    for (const update of missed) if (venue) await note(venue, channel, update);
    const fresh = updates.filter((update) => !missed.includes(update));
    if (fresh.length > 0) await deliver(fresh);
  }

  return {
    /** Replaces the delivery to tenants, and calls it while the tenant is active. */
    deliver: (tenantId: string, updates: Update[], generation?: number): Promise<void> =>
      pass('telegram', tenantId, updates, (fresh) => parts.deliver(tenantId, fresh, generation)),
    /** The same for what MAX has brought. */
    deliverFromMax: (tenantId: string, updates: Update[]): Promise<void> =>
      pass('max', tenantId, updates, async (fresh) => parts.max?.deliver(tenantId, fresh)),

    /** Notifies once every chat whose tenant is active again; one that cannot be told now is left for the next time. */
    async notifyResumed(): Promise<void> {
      await forgetSilent(db, new Date(now().getTime() - LOG_RETENTION_DAYS * DAY_MS));
      let last: ResumedKey | undefined;
      do last = await withNextResumed(db, last, notifyChat);
      while (last);
    },
  };
}
export type SuspendedChats = ReturnType<typeof createSuspendedChats>;

import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import type { Update } from 'grammy/types';
import { type BotOptions, createBot } from '../../../tenant-runtime/src/bot/bot.ts';
import { createTelegramTransport } from '../../../tenant-runtime/src/bot/telegram-transport.ts';
import { startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';
import { type ApiCall, type Button, startBotApi } from './bot-api.ts';
import { startCommand } from './telegram-link.ts';

export interface Person {
  id: number;
  first_name: string;
  username?: string;
}
export const boss: Person = { id: 501, first_name: 'Анна', username: 'Boss' };
export const barman: Person = { id: 502, first_name: 'Иван', username: 'barman' };
export const stranger: Person = { id: 503, first_name: 'Пётр' };

let updateId = 7000;
let messageId = 0;
const message = (person: Person, text: string) => ({
  message_id: ++messageId,
  date: 0,
  chat: { ...person, type: 'private' },
  from: { ...person, is_bot: false },
  text,
});

const textsOf = (calls: ApiCall[]): string[] =>
  calls.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));
const buttonsOf = (call: ApiCall): Button[] => call.reply_markup?.inline_keyboard?.flat() ?? [];

interface VenueChatOptions extends TenantOptions, Pick<BotOptions, 'readBarcodes'> {
  platform?: Parameters<typeof createTelegramTransport>[0]['platform'];
  adminInChat?: boolean;
  /** The address of the panel, where the bot knows it. */
  publicUrl?: string;
  /** Whether the tenant itself sends the chat notices about counts. */
  notices?: boolean;
}

function botOf(tenant: Tenant, apiRoot: string, { clock, readBarcodes, platform, publicUrl }: VenueChatOptions) {
  return createBot({
    ...tenant.services,
    db: tenant.db,
    log: createLog('bot', 'silent'),
    clock: clock ?? (() => new Date()),
    transport: createTelegramTransport({
      token: '42:test',
      apiRoot,
      botUsername: 'proba_bot',
      platform: platform ?? tenant.services.platform,
    }),
    tenantId: 'test-tenant',
    venue: { name: 'Проба', timezone: 'Europe/Moscow', publicUrl },
    readBarcodes,
  });
}

/**
 * A tenant of the test's own with its bot, and users who write to it through `handleUpdate`; the administrator is in
 * the chat.
 */
export async function startVenueChat(t: ExecutionContext, options: VenueChatOptions = {}) {
  const api = await startBotApi(t);
  const ownBot: Record<string, string> = options.notices
    ? { BOT_TOKEN: '42:test', TELEGRAM_API_ROOT: api.apiRoot }
    : {};
  const tenant = await startTenant(t, {
    ...options,
    env: { BOT_URL: 'https://t.me/proba_bot', ...ownBot, ...options.env },
  });
  const makeBot = () => botOf(tenant, api.apiRoot, options);
  let bot = makeBot();

  /** Delivers an update and returns the calls that the bot made meanwhile. */
  async function deliver(update: Record<string, unknown>): Promise<ApiCall[]> {
    const from = api.calls.length;
    await bot.handleUpdate({ update_id: ++updateId, ...update } as Update);
    return api.calls.slice(from);
  }

  /** The texts of the bot's replies. */
  const say = async (text: string, person = boss): Promise<string[]> =>
    textsOf(await deliver(commandUpdate(person, text)));

  /** Connects a chat by a link, which is how an administrator joins. */
  async function link(who: Tenant['user'], person: Person): Promise<string[]> {
    const made = await who.post('/api/auth/telegram');
    return say(startCommand(made.body.link.url), person);
  }

  if (options.adminInChat ?? true) {
    await link(tenant.admin, boss);
    api.calls.length = 0;
  }

  return {
    ...tenant,
    api,
    deliver,
    /** In Telegram calls come by themselves; a page of the own chat asks for them. */
    catchUp: async (): Promise<void> => {},
    link,
    restart: () => {
      bot = makeBot();
    },
    say,
    sayUpdate: commandUpdate,
    buttons: (call = api.calls.findLast((one) => buttonsOf(one).length > 0)): string[] =>
      call ? buttonsOf(call).map(({ text }) => text) : [],
    /** Presses the button whose label begins so, in the newest message that has one. */
    press(label: string, person = boss): Promise<ApiCall[]> {
      const call = api.calls.findLast((one) => buttonsOf(one).some(({ text }) => text.startsWith(label)));
      const button = call && buttonsOf(call).find(({ text }) => text.startsWith(label));
      if (!button) throw new Error(`no button «${label}»`);
      return deliver(pressUpdate(person, button.callback_data, call));
    },
    pressUpdate,
    /** Edits a message that `say` or `deliver` has sent; returns the texts of the bot's replies. */
    async edit(original: Record<string, unknown>, text: string): Promise<string[]> {
      return textsOf(await deliver(editUpdate(original, text)));
    },
    editUpdate,
    /** Replies to a message of the bot. */
    async answer(call: ApiCall | undefined, text: string, person = boss): Promise<string[]> {
      const sent = { message_id: call?.result?.message_id, text: call?.text };
      const to = { ...sent, date: 0, chat: { ...person, type: 'private' } };
      const update = commandUpdate(person, text) as { message: Record<string, unknown> };
      return textsOf(await deliver({ message: { ...update.message, reply_to_message: to } }));
    },
    /** Sends any other kind of message, such as `{voice: {…}}`. */
    async send(kind: Record<string, unknown>, person = boss): Promise<string[]> {
      const { text: _, ...bare } = message(person, '');
      return textsOf(await deliver({ message: { ...bare, ...kind } }));
    },
    async quantities(): Promise<Record<string, number>> {
      const rows = await tenant.db('items').whereNull('deleted_at').select('name', 'quantity');
      return Object.fromEntries(rows.map((row) => [row.name, Number(row.quantity)]));
    },
    changeCount: async (): Promise<number> => Number((await tenant.db('changes').count())[0]?.count),
    /** Creates items, in litres unless given: «Лимон|кг». */
    async stock(...names: string[]): Promise<void> {
      for (const line of names) {
        const [name = '', unit = 'л'] = line.split('|');
        await tenant.createItem({ name, unit: unit as 'л' });
      }
    },
  };
}
export type VenueChat = Awaited<ReturnType<typeof startVenueChat>>;

function commandUpdate(person: Person, text: string): Record<string, unknown> {
  const length = text.match(/^\/\w+/)?.[0].length;
  const entities = length ? { entities: [{ type: 'bot_command', offset: 0, length }] } : {};
  return { message: { ...message(person, text), ...entities } };
}

function editUpdate(original: Record<string, unknown>, text: string): Record<string, unknown> {
  return { edited_message: { ...(original.message as object), text, edit_date: 1 } };
}

function pressUpdate(person: Person, data: string, on?: ApiCall): Record<string, unknown> {
  return {
    callback_query: {
      id: '1',
      from: { ...person, is_bot: false },
      chat_instance: '1',
      data,
      message: {
        ...message(person, on?.text ?? ''),
        ...(on?.result?.message_id ? { message_id: on.result.message_id } : {}),
        reply_markup: on?.reply_markup,
      },
    },
  };
}

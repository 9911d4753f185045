import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import type { Update } from 'grammy/types';
import { type Messenger, messengers } from '../../../tenant-runtime/contract/messengers.ts';
import { type BotOptions, createBot, type VenueBot } from '../../../tenant-runtime/src/bot/bot.ts';
import { createMaxTransport } from '../../../tenant-runtime/src/bot/max-transport.ts';
import { createTelegramTransport } from '../../../tenant-runtime/src/bot/telegram-transport.ts';
import { INTERNAL_SECRET, startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';
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
  /** Whether the tenant has bots of its own too, which send the chat notices about counts. */
  notices?: boolean;
}

interface BotParts extends VenueChatOptions {
  apiRoot: string;
  writeElsewhere: BotOptions['writeElsewhere'];
}

const transportOf: Record<Messenger, (tenant: Tenant, parts: BotParts) => BotOptions['transport']> = {
  telegram: (tenant, { apiRoot, platform = tenant.services.platform }) =>
    createTelegramTransport({ token: '42:test', apiRoot, botUsername: 'proba_bot', platform }),
  max: ({ config }, { apiRoot }) =>
    createMaxTransport({ platformUrl: apiRoot, tenantId: config.TENANT_ID, secret: INTERNAL_SECRET }),
};

/** The tenant's bot in a messenger, whose Bot API is at `apiRoot`. */
export function botOf(tenant: Tenant, messenger: Messenger, parts: BotParts): VenueBot {
  const { clock, readBarcodes, publicUrl, writeElsewhere } = parts;
  return createBot({
    ...tenant.services,
    db: tenant.db,
    log: createLog('bot', 'silent'),
    clock: clock ?? (() => new Date()),
    transport: transportOf[messenger](tenant, parts),
    tenantId: messenger === 'telegram' ? 'test-tenant' : `test-tenant/${messenger}`,
    venue: { name: 'Проба', timezone: 'Europe/Moscow', publicUrl },
    readBarcodes,
    writeElsewhere,
  });
}

type StartChats = (t: ExecutionContext, options?: VenueChatOptions) => Promise<Record<Messenger, VenueChat>>;

/** A tenant of the test's own with a bot in each messenger; nobody is in either chat. */
export const startBothChats: StartChats = async (t, options = {}) => {
  const apis = { telegram: await startBotApi(t), max: await startBotApi(t) };
  const ownBots: Record<string, string> = options.notices
    ? { BOT_TOKEN: '42:test', TELEGRAM_API_ROOT: apis.telegram.apiRoot, PLATFORM_URL: apis.max.apiRoot }
    : {};
  const tenant = await startTenant(t, {
    ...options,
    env: {
      BOT_URL: 'https://t.me/proba_bot',
      MAX_BOT_URL: 'https://max.ru/id77_bot',
      ...ownBots,
      ...options.env,
    },
  });
  const bots: Partial<Record<Messenger, () => VenueBot>> = {};
  const writeElsewhere: BotOptions['writeElsewhere'] = async ({ channel, id }, ...said) =>
    (await bots[channel]?.().write(id, ...said)) ?? false;
  const chats = messengers.map((messenger) => {
    const api = apis[messenger];
    const parts = { ...options, apiRoot: api.apiRoot, writeElsewhere };
    const { chat, bot } = chatIn(messenger, { tenant, api, makeBot: () => botOf(tenant, messenger, parts) });
    bots[messenger] = bot;
    return [messenger, chat] as const;
  });
  return Object.fromEntries(chats) as Record<Messenger, VenueChat>;
};

/** The same as `startVenueChat`, in MAX, where the barman has joined by a link too: nobody is known by a name there. */
export async function startMaxChat(t: ExecutionContext, options: VenueChatOptions = {}): Promise<VenueChat> {
  const { max } = await startBothChats(t, options);
  if (options.adminInChat ?? true) {
    await max.link(max.admin, boss);
    await max.link(max.user, barman);
    max.api.calls.length = 0;
  }
  return max;
}

/**
 * A tenant of the test's own with its bot in Telegram, and users who write to it through `handleUpdate`; the
 * administrator is in the chat.
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
  const parts = { ...options, apiRoot: api.apiRoot, writeElsewhere: async () => false };
  const { chat } = chatIn('telegram', { tenant, api, makeBot: () => botOf(tenant, 'telegram', parts) });
  if (options.adminInChat ?? true) {
    await chat.link(tenant.admin, boss);
    api.calls.length = 0;
  }
  return chat;
}

interface ChatParts {
  tenant: Tenant;
  api: Awaited<ReturnType<typeof startBotApi>>;
  makeBot: () => VenueBot;
}

/** People who write to a bot, and what it answers. */
function chatIn(messenger: Messenger, { tenant, api, makeBot }: ChatParts) {
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
    const made = await who.post(`/api/auth/${messenger}`);
    return say(startCommand(made.body.link.url), person);
  }

  const chat = {
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
  return { chat, bot: () => bot };
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

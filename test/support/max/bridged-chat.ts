import type { ExecutionContext } from 'ava';
import { until } from '../run/until.ts';
import type { ApiCall } from '../telegram/bot-api.ts';
import { conversationOver, type SaidUpdate, textsOf } from '../telegram/conversation.ts';
import { barman, boss, type Person, type VenueChat } from '../telegram/venue-chat.ts';
import { startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';
import { type Bridge, startBridge } from './bridge.ts';
import type { MaxBot, MaxPerson } from './dialogs.ts';
import { startMaxServer } from './max-server.ts';
import type { SentMessage } from './sent.ts';
import type { MaxServer } from './server-types.ts';

/** A hundred of everything in a moment: the limits have tests of their own. */
const QUICK = { bot: { messages: 100, windowMs: 20 }, dialog: { messages: 100, windowMs: 20 } };

/** The bot's messages of a dialog as calls of the Bot API, of which `seen` are known. */
function callsOf(sent: SentMessage[], seen: Map<string, string>, numberOf: (mid: string) => number): ApiCall[] {
  return sent.flatMap(({ mid, text, keyboard, attachments }): ApiCall[] => {
    const state = JSON.stringify([text, keyboard]);
    const before = seen.get(mid);
    if (before === state) return [];
    seen.set(mid, state);
    const isFile = attachments.length > 0;
    const method = isFile ? 'sendDocument' : before === undefined ? 'sendMessage' : 'editMessageText';
    const rows = keyboard.map((row) =>
      row.map((button) => ({
        text: button.text,
        callback_data: 'payload' in button ? String(button.payload) : '',
        ...('url' in button && { url: button.url }),
      })),
    );
    const message_id = numberOf(mid);
    const reply_markup = rows.length > 0 ? { inline_keyboard: rows } : undefined;
    return [{ method, message_id, text: text ?? '', reply_markup, result: { message_id } } as ApiCall];
  });
}

export interface BridgedChat extends VenueChat {
  max: MaxServer;
  bridge: Bridge;
  bot: MaxBot;
  /** Who a person of the tests is in MAX. */
  personOf: (person: Person) => MaxPerson;
  /** Waits until everything that was sent is handled; returns what the bot has done since the last time. */
  settled: () => Promise<ApiCall[]>;
}

/**
 * A venue whose people write in MAX: what they do there reaches the bot through the platform's bridge, and what the bot
 * says is read in MAX. Behind the same door as `startVenueChat`.
 */
export async function startBridgedChat(t: ExecutionContext, options: TenantOptions = {}): Promise<BridgedChat> {
  const max = await startMaxServer({
    plainWebhooks: true,
    limitWindowMs: 1,
    ...(options.clock && { now: () => Number(options.clock?.()) }),
  });
  t.teardown(max.close);
  const bot = max.bot();
  const bridge = await startBridge({
    max,
    rates: QUICK,
    ...(options.clock && { now: options.clock }),
    async deliver(_tenantId, updates) {
      const { status, text } = await tenant.platform.post('/internal/max-updates').send({ updates });
      if (status !== 200) throw Object.assign(new Error(text), { status });
    },
  });
  t.teardown(bridge.stopAll);
  const id = await bridge.venue(bot);
  const tenant: Tenant = await startTenant(t, {
    ...options,
    env: {
      TENANT_ID: id,
      MAX_BOT_URL: `https://max.ru/${bot.username}`,
      PLATFORM_URL: bridge.venueEnv.PLATFORM_URL,
      ...options.env,
    },
  });

  const calls: ApiCall[] = [];
  const files = new Map<string, Buffer>();
  const people = new Map<number, MaxPerson>();
  const seen = new Map<string, string>();
  /** What the tests call a message, by what MAX calls it; those of the bot are numbered from a million. */
  const mids = new Map<number, string>();
  let botMessages = 1_000_000;

  function personOf(person: Person): MaxPerson {
    const known = people.get(person.id);
    if (known) return known;
    const made = max.person({ first_name: person.first_name });
    people.set(person.id, made);
    return made;
  }

  function numberOf(mid: string): number {
    const known = [...mids].find(([, one]) => one === mid)?.[0];
    if (known !== undefined) return known;
    botMessages += 1;
    mids.set(botMessages, mid);
    return botMessages;
  }

  const midOf = (id: number | undefined): string => mids.get(id ?? 0) ?? '';

  function act({ message, edited_message, callback_query }: SaidUpdate): void {
    const from = personOf((message ?? edited_message ?? callback_query)?.from ?? boss);
    if (callback_query) {
      max.press(bot, from, midOf(callback_query.message.message_id), callback_query.data, { stale: true });
    } else if (edited_message) {
      max.edit(bot, from, midOf(edited_message.message_id), edited_message.text ?? edited_message.caption ?? '');
    } else if (message) {
      const repliedTo = message.reply_to_message && midOf(message.reply_to_message.message_id);
      const bytes = files.get((message.photo?.at(-1) ?? message.document)?.file_id ?? '') ?? Buffer.alloc(1);
      const mid = max.write(bot, from, message.text ?? message.caption ?? '', {
        ...(repliedTo && { replyTo: repliedTo }),
        ...(message.photo && { images: [bytes] }),
        ...(message.document && { files: [{ name: message.document.file_name ?? 'файл', bytes }] }),
      });
      if (message.message_id !== undefined) mids.set(message.message_id, mid);
    }
  }

  function newCalls(): ApiCall[] {
    const made = [...people.values()].flatMap((person) => callsOf(max.sent(bot, person), seen, numberOf));
    calls.push(...made);
    return made;
  }

  async function settled(): Promise<ApiCall[]> {
    await until(async () => max.waiting(bot).length === 0 && (await bridge.isSettled()), 'everything is handled');
    return newCalls();
  }

  async function deliver(update: Record<string, unknown>): Promise<ApiCall[]> {
    act(update);
    return settled();
  }

  /** Connects a chat by a link, which is how an administrator joins. */
  async function link(who: Tenant['user'], person: Person): Promise<string[]> {
    const { body } = await who.post('/api/auth/max');
    max.start(bot, personOf(person), new URL(body.link.url).searchParams.get('start') ?? '');
    return textsOf(await settled());
  }

  await link(tenant.admin, boss);
  await link(tenant.user, barman);
  calls.length = 0;

  return {
    ...conversationOver({ tenant, calls, files, deliver }),
    catchUp: async () => void newCalls(),
    link,
    max,
    bridge,
    bot,
    personOf,
    settled,
  };
}

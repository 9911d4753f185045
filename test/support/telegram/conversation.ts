import type { Tenant } from '../venue/tenant.ts';
import type { ApiCall, Button } from './bot-api.ts';
import { boss, type Person, type VenueChat } from './venue-chat.ts';

export interface Said {
  message_id?: number;
  text?: string;
  caption?: string;
  reply_to_message?: { message_id?: number };
  from?: Person;
  photo?: { file_id: string }[];
  document?: { file_id: string; file_name?: string };
}

/** An update as of Telegram, as far as another channel carries it. */
export interface SaidUpdate {
  update_id?: number;
  message?: Said;
  edited_message?: Said;
  callback_query?: { data: string; from: Person; message: Said };
}

const buttonsOf = ({ reply_markup }: ApiCall): Button[] => reply_markup?.inline_keyboard?.flat() ?? [];

export const textsOf = (calls: ApiCall[]): string[] =>
  calls.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));

interface Line {
  tenant: Tenant;
  /** What the bot has done so far, as calls of the Bot API. */
  calls: ApiCall[];
  files: Map<string, Buffer>;
  /** Brings an update to the bot by the channel; returns what the bot has done meanwhile. */
  deliver: (update: Record<string, unknown>) => Promise<ApiCall[]>;
}

/** What `startVenueChat` offers, over a channel that is not Telegram's Bot API. */
export function conversationOver({ tenant, calls, files, deliver }: Line) {
  let messageId = 0;
  const message = (person: Person, text: string): Said => ({ message_id: ++messageId, from: person, text });
  const sayUpdate = (person: Person, text: string) => ({ message: message(person, text) });
  const pressUpdate = (person: Person, data: string, on?: ApiCall) => ({
    callback_query: { data, from: person, message: { message_id: on?.result?.message_id } },
  });
  const editUpdate = (original: Record<string, unknown>, text: string) => ({
    edited_message: { ...(original.message as Said), text },
  });
  const withButton = (label?: string) =>
    calls.findLast((one) => buttonsOf(one).some(({ text }) => label === undefined || text.startsWith(label)));

  return {
    ...tenant,
    api: { apiRoot: '', calls, faults: [], headers: [], files, uploads: [] },
    deliver,
    restart: () => {},
    say: async (text: string, person = boss) => textsOf(await deliver(sayUpdate(person, text))),
    sayUpdate: sayUpdate as VenueChat['sayUpdate'],
    buttons: (call = withButton()) => (call ? buttonsOf(call).map(({ text }) => text) : []),
    press(label: string, person = boss) {
      const call = withButton(label);
      const button = call && buttonsOf(call).find(({ text }) => text.startsWith(label));
      if (!button) throw new Error(`no button «${label}»`);
      return deliver(pressUpdate(person, button.callback_data, call));
    },
    pressUpdate: pressUpdate as VenueChat['pressUpdate'],
    edit: async (original: Record<string, unknown>, text: string) => textsOf(await deliver(editUpdate(original, text))),
    editUpdate: editUpdate as VenueChat['editUpdate'],
    async answer(call: ApiCall | undefined, text: string, person = boss) {
      const reply_to_message = { message_id: call?.result?.message_id };
      return textsOf(await deliver({ message: { ...message(person, text), reply_to_message } }));
    },
    async send(kind: Record<string, unknown>, person = boss) {
      return textsOf(await deliver({ message: { ...message(person, ''), ...kind } }));
    },
    async quantities() {
      const rows = await tenant.db('items').whereNull('deleted_at').select('name', 'quantity');
      return Object.fromEntries(rows.map((row) => [row.name, Number(row.quantity)]));
    },
    changeCount: async () => Number((await tenant.db('changes').count())[0]?.count),
    async stock(...names: string[]) {
      for (const line of names) {
        const [name = '', unit = 'л'] = line.split('|');
        await tenant.createItem({ name, unit: unit as 'л' });
      }
    },
  };
}

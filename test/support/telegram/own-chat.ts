import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import type { ExecutionContext } from 'ava';
import { until } from '../run/until.ts';
import { startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';
import type { ApiCall, Button } from './bot-api.ts';
import { barman, boss, type Person, type VenueChat } from './venue-chat.ts';

const buttonsOf = ({ reply_markup }: ApiCall): Button[] => reply_markup?.inline_keyboard?.flat() ?? [];

const textsOf = (calls: ApiCall[]): string[] =>
  calls.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));

interface Said {
  message_id?: number;
  text?: string;
  caption?: string;
  reply_to_message?: { message_id?: number };
  from?: Person;
  photo?: { file_id: string }[];
  document?: { file_id: string; file_name?: string };
}
interface AnyUpdate {
  update_id?: number;
  message?: Said;
  edited_message?: Said;
  callback_query?: { data: string; from: Person; message: Said };
}

/**
 * The venue's own chat behind the same door as `startVenueChat`: updates as of Telegram go over HTTP as the page sends
 * them, and what has changed in the conversation comes back as the calls that the bot would have made.
 */
export async function startOwnChat(t: ExecutionContext, options: TenantOptions = {}): Promise<VenueChat> {
  const tenant = await startTenant(t, options);
  const calls: ApiCall[] = [];
  const files = new Map<string, Buffer>();
  const versions = new Map<number, number>();
  /** Messages of the bot that were seen, by their number; an edit changes one of them. */
  const seen = new Map<number, string>();
  /** What the tests call a message, by what the venue calls it. */
  const named = new Map<number, number>();
  const keys = new Map<number, string>();
  const agentOf = ({ id }: Person): Tenant['user'] => {
    const agent = { [boss.id]: tenant.admin, [barman.id]: tenant.user }[id];
    if (!agent) throw new Error('a stranger cannot write to the own chat');
    return agent;
  };

  function callsOf(messages: ChatMessage[]): ApiCall[] {
    return messages.flatMap((message): ApiCall[] => {
      const { message_id, from_bot, text, reply_markup, document } = message;
      const state = JSON.stringify([text, reply_markup]);
      if (!from_bot || seen.get(message_id) === state) return [];
      const method = document ? 'sendDocument' : seen.has(message_id) ? 'editMessageText' : 'sendMessage';
      seen.set(message_id, state);
      return [{ method, message_id, text, reply_markup, result: { message_id } } as ApiCall];
    });
  }

  async function send({ update_id, message, edited_message, callback_query }: AnyUpdate) {
    const from = (message ?? edited_message ?? callback_query)?.from ?? boss;
    const agent = agentOf(from);
    const id = (update_id !== undefined && keys.get(update_id)) || randomUUID();
    if (update_id !== undefined) keys.set(update_id, id);
    const sent = { id, after: versions.get(agent.id) ?? 0 };
    const reply_to_message_id = message?.reply_to_message?.message_id;
    const file = message?.photo?.at(-1) ?? message?.document;
    const posted = callback_query
      ? agent.post('/api/chat/presses').send({
          ...sent,
          message_id: callback_query.message.message_id,
          data: callback_query.data,
        })
      : edited_message
        ? agent
            .put(`/api/chat/messages/${named.get(edited_message.message_id ?? 0)}`)
            .send({ ...sent, text: edited_message.text ?? edited_message.caption ?? '' })
        : file
          ? agent
              .post('/api/chat/files')
              .field({ id, after: String(sent.after), ...(message?.caption && { caption: message.caption }) })
              .attach('file', files.get(file.file_id) ?? Buffer.alloc(1), message?.document?.file_name ?? 'photo.jpg')
          : agent.post('/api/chat/messages').send({ ...sent, text: message?.text, reply_to_message_id });
    const { status, body } = await posted;
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
    return { agent, body, testId: message?.message_id };
  }

  /** Sends an update and returns what the bot has done meanwhile. */
  async function deliver(update: Record<string, unknown>): Promise<ApiCall[]> {
    const { agent, body, testId } = await send(update);
    versions.set(agent.id, body.chat.version);
    const own = (body.chat.messages as ChatMessage[]).findLast(({ from_bot }) => !from_bot);
    if (testId !== undefined && own) named.set(testId, own.message_id);
    const toast = body.toast && { method: 'answerCallbackQuery', text: body.toast.text };
    const made = [...callsOf(body.chat.messages), ...(toast ? [toast] : [])];
    calls.push(...made);
    return made;
  }

  /** Asks for what has come since, as the page does when the socket says that something has. */
  async function catchUp(): Promise<void> {
    for (const agent of [tenant.admin, tenant.user]) {
      const { body } = await agent.get(`/api/chat?after=${versions.get(agent.id) ?? 0}`);
      versions.set(agent.id, body.chat.version);
      calls.push(...callsOf(body.chat.messages));
    }
  }

  let messageId = 0;
  const message = (person: Person, text: string): Said => ({ message_id: ++messageId, from: person, text });
  const sayUpdate = (person: Person, text: string) => ({ message: message(person, text) });
  const pressUpdate = (person: Person, data: string, on?: ApiCall) => ({
    callback_query: { data, from: person, message: { message_id: on?.result?.message_id } },
  });
  const editUpdate = (original: Record<string, unknown>, text: string) => ({
    edited_message: { ...(original.message as Said), text },
  });
  const ofAll = (label?: string) =>
    calls.findLast((one) => buttonsOf(one).some(({ text }) => label === undefined || text.startsWith(label)));

  return {
    ...tenant,
    api: { apiRoot: '', calls, faults: [], headers: [], files, uploads: [] },
    deliver,
    catchUp,
    link: async () => [],
    restart: () => {},
    say: async (text: string, person = boss) => textsOf(await deliver(sayUpdate(person, text))),
    sayUpdate: sayUpdate as VenueChat['sayUpdate'],
    buttons: (call = ofAll()) => (call ? buttonsOf(call).map(({ text }) => text) : []),
    press(label: string, person = boss) {
      const call = ofAll(label);
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

/** Waits for a call of the bot that no request waits for, such as the answer to a file. */
export async function eventually(chat: VenueChat, wanted: (call: ApiCall) => boolean): Promise<ApiCall> {
  let call: ApiCall | undefined;
  await until(async () => {
    await chat.catchUp();
    call = chat.api.calls.find(wanted);
    return call !== undefined;
  }, 'the bot answers');
  return call as ApiCall;
}

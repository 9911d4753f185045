import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import type { ExecutionContext } from 'ava';
import { until } from '../run/until.ts';
import { startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';
import type { ApiCall } from './bot-api.ts';
import { conversationOver, type SaidUpdate } from './conversation.ts';
import { barman, boss, type Person, type VenueChat } from './venue-chat.ts';

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

  async function send({ update_id, message, edited_message, callback_query }: SaidUpdate) {
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

  return { ...conversationOver({ tenant, calls, files, deliver }), catchUp, link: async () => [] };
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

import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import test from 'ava';
import type { ChatStorage, KeptLetter } from '../../../tenant-runtime/web/own-chat/kept-chat.ts';
import { createOwnChat } from '../../../tenant-runtime/web/own-chat/own-chat.ts';
import { until } from '../../support/run/until.ts';

const OWNER = 7;

/** A storage that outlives the page, as the browser's does. */
function createStorage(): ChatStorage & { kept: Map<string, KeptLetter> } {
  const kept = new Map<string, KeptLetter>();
  let conversation: Awaited<ReturnType<ChatStorage['conversation']>>;
  return {
    kept,
    letters: async (owner) => [...kept.values()].filter((one) => one.owner === owner).toSorted((a, b) => a.seq - b.seq),
    keepLetter: async (letter) => void kept.set(letter.id, letter),
    dropLetter: async (id) => void kept.delete(id),
    conversation: async () => conversation,
    async keepConversation(next) {
      conversation = next;
    },
  };
}

/** A server that keeps each message once; `cut` says what happens to the next calls. */
function createServer() {
  let dataset = 'before';
  const messages: ChatMessage[] = [];
  const ids = new Set<string>();
  const faults: ('cut' | 'answer lost' | 'refused')[] = [];
  /** What people have done, in the order in which it came. */
  const acts: string[] = [];
  const chatOf = (after: number) => ({
    messages: messages.filter(({ message_id }) => message_id > after),
    dataset,
    version: messages.length,
    unread: 0,
    waiting: false,
  });
  async function call(name: string, { body, query }: { body?: Record<string, never>; query?: { after: number } } = {}) {
    const fault = name.startsWith('POST') ? faults.shift() : undefined;
    if (fault === 'cut') throw new ApiError(0, 'Нет связи');
    if (fault === 'refused') throw new ApiError(400, 'Сообщение не длиннее 4096 знаков');
    const said = { ...body, ...query } as { id?: string; text?: string; data?: string; after?: number };
    const { id, text, data, after = 0 } = said;
    if (name.startsWith('PUT')) {
      acts.push(`edit ${text}`);
      return { success: true, chat: chatOf(after) };
    }
    if (data) acts.push(`press ${data}`);
    if (id && text && !ids.has(id)) {
      ids.add(id);
      acts.push(text);
      messages.push({ message_id: messages.length + 1, date: 0, from_bot: false, text, key: id });
    }
    if (fault === 'answer lost') throw new ApiError(0, 'Нет связи');
    return { success: true, chat: chatOf(after) };
  }
  /** Takes back what was said last, as a backup does. */
  function restore(kept: number): void {
    dataset = 'restored';
    messages.splice(kept);
  }
  return { messages, acts, faults, restore, api: { call, blob: async () => new Blob() } as never };
}

function open(server: ReturnType<typeof createServer>, storage = createStorage()) {
  const errors: string[] = [];
  const infos: string[] = [];
  const chat = createOwnChat({
    api: server.api,
    owner: OWNER,
    storage,
    now: () => '2026-03-01T20:40:00.000Z',
    notify: { error: (text) => errors.push(text), info: (text) => infos.push(text) },
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { chat, storage, errors, infos };
}

const textsOf = (messages: ChatMessage[] = []): (string | undefined)[] => messages.map(({ text }) => text);

test('what is written while the line is cut and answers are lost arrives in its order, each message once', async (t) => {
  const server = createServer();
  const { chat, storage } = open(server);
  server.faults.push('cut', 'answer lost', 'cut', 'answer lost');

  await Promise.all(['один', 'два', 'три'].map(chat.send));
  await until(() => chat.snapshot().waiting.length === 0, 'everything is sent');

  t.deepEqual(textsOf(server.messages), ['один', 'два', 'три']);
  t.deepEqual(textsOf(chat.snapshot().messages), ['один', 'два', 'три']);
  t.is(storage.kept.size, 0);
  t.false(chat.snapshot().isOffline);
});

test('a storage that dies under the page holds no message back, and none is sent for ever', async (t) => {
  const server = createServer();
  const dead = async (): Promise<never> => {
    throw new DOMException('The database connection is closing', 'InvalidStateError');
  };
  const { chat, errors } = open(server, { ...createStorage(), keepLetter: dead, dropLetter: dead });
  server.faults.push('refused');

  await Promise.all(['слишком длинно', 'один', 'два'].map(chat.send));
  await until(() => chat.snapshot().messages?.length === 2, 'what was not refused is sent');

  t.deepEqual(textsOf(server.messages), ['один', 'два']);
  t.is(chat.snapshot().waiting.length, 1);
  t.is(errors.length, 1);
  t.false(chat.snapshot().isOffline);
  chat.close();
});

test('a message that is read before its request is answered is shown once', async (t) => {
  const server = createServer();
  const { chat, storage } = open(server);
  server.faults.push('answer lost', ...Array<'cut'>(1000).fill('cut'));

  await chat.send('один');
  await until(() => server.messages.length === 1, 'the server has it');
  await chat.sync();

  t.is(storage.kept.size, 1, 'nobody has said yet that it has arrived');
  t.deepEqual(textsOf(chat.snapshot().messages), ['один']);
  t.deepEqual(chat.snapshot().waiting, []);
  chat.close();
});

test('a page that was closed leaves its messages to the next one', async (t) => {
  const server = createServer();
  const first = open(server);
  server.faults.push(...Array<'cut'>(1000).fill('cut'));
  await first.chat.send('один');
  await first.chat.send('два');
  await until(() => first.chat.snapshot().isOffline, 'the line is known to be cut');
  first.chat.close();
  server.faults.length = 0;

  const second = open(server, first.storage);
  await second.chat.start();
  await until(() => second.chat.snapshot().waiting.length === 0, 'everything is sent');

  t.deepEqual(textsOf(server.messages), ['один', 'два']);
});

test('a message that the server refuses is shown with its reason and does not stop those after it', async (t) => {
  const server = createServer();
  const { chat, errors } = open(server);
  server.faults.push('refused');

  await chat.send('слишком длинное');
  await chat.send('короткое');
  await until(() => textsOf(server.messages).length === 1, 'the next one is sent');

  t.deepEqual(errors, ['Сообщение не длиннее 4096 знаков']);
  const [refused] = chat.snapshot().waiting;
  t.like(refused, { text: 'слишком длинное', failed: true });
  if (refused) chat.retry(refused);
  await until(() => chat.snapshot().waiting.length === 0, 'it is sent again when it is asked for');
  t.deepEqual(textsOf(server.messages), ['короткое', 'слишком длинное']);
});

test('after a backup was restored an open page and one that is opened later show the conversation as it is now', async (t) => {
  const server = createServer();
  const [page, closed] = [open(server), open(server)];
  for (const text of ['один', 'два', 'три']) void page.chat.send(text);
  await until(() => textsOf(page.chat.snapshot().messages).length === 3, 'everything is sent');
  await closed.chat.start();
  closed.chat.close();

  server.restore(1);
  await page.chat.send('четыре');
  await until(() => textsOf(page.chat.snapshot().messages).at(-1) === 'четыре', 'it is read anew');
  t.deepEqual(textsOf(page.chat.snapshot().messages), ['один', 'четыре']);

  const later = open(server, closed.storage);
  await later.chat.start();
  await until(() => textsOf(later.chat.snapshot().messages).length === 2, 'it is read anew');
  t.deepEqual(textsOf(later.chat.snapshot().messages), ['один', 'четыре']);
});

test('a button is pressed after the messages that were written before it', async (t) => {
  const server = createServer();
  const { chat } = open(server);

  void chat.send('один');
  void chat.send('два');
  await chat.press(1, 'undo:1');

  t.deepEqual(server.acts, ['один', 'два', 'press undo:1']);
});

test('a button that is pressed without a connection says that the messages go first, and presses nothing', async (t) => {
  const server = createServer();
  const { chat, infos, errors } = open(server);
  server.faults.push(...Array<'cut'>(1000).fill('cut'));
  await chat.send('один');
  await until(() => chat.snapshot().isOffline, 'the line is known to be cut');

  await chat.press(1, 'undo:1');

  t.deepEqual(infos, ['Сначала уйдут сообщения, которые ждут связи. Нажмите кнопку после них']);
  t.deepEqual([server.acts, errors], [[], []]);
  server.faults.length = 0;
  await until(() => chat.snapshot().waiting.length === 0, 'everything is sent');
  await chat.press(1, 'undo:1');
  t.deepEqual(server.acts, ['один', 'press undo:1']);
});

test('a correction goes after the messages that were written before it, and says so where there is no connection', async (t) => {
  const server = createServer();
  const { chat, infos } = open(server);
  await chat.send('один');
  await until(() => chat.snapshot().messages?.length === 1, 'it is sent');
  const [first] = chat.snapshot().messages as [ChatMessage];

  void chat.send('два');
  t.true(await chat.edit(first, 'один с половиной'));
  t.deepEqual(server.acts, ['один', 'два', 'edit один с половиной']);

  server.faults.push(...Array<'cut'>(1000).fill('cut'));
  await chat.send('три');
  await until(() => chat.snapshot().isOffline, 'the line is known to be cut');
  t.false(await chat.edit(first, 'полтора'));
  t.deepEqual(infos, ['Сначала уйдут сообщения, которые ждут связи. Сохраните исправление после них']);
  server.faults.length = 0;
  await until(() => chat.snapshot().waiting.length === 0, 'everything is sent');
  t.true(await chat.edit(first, 'полтора'));
  t.deepEqual(server.acts.slice(3), ['три', 'edit полтора']);
});

test('a message that the server has refused holds no button back', async (t) => {
  const server = createServer();
  const { chat } = open(server);
  server.faults.push('refused');

  void chat.send('слишком длинное');
  await chat.press(1, 'undo:1');

  t.deepEqual(server.acts, ['press undo:1']);
  t.is(chat.snapshot().waiting.length, 1);
});

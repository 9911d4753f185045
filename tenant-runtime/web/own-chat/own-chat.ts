import { createBackoff } from '@ostatok/kit/contract/backoff.ts';
import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import { type ApiClient, ApiError, worthRetrying } from '@ostatok/kit/web/api-client.ts';
import { withMessage } from '@ostatok/kit/web/chat/messages.ts';
import type { Letter, Outgoing } from '@ostatok/kit/web/chat/outbox.ts';
import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import type { Chat } from '@ostatok/tenant-runtime/contract/chat.endpoints.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { CHAT_PAGE } from '@ostatok/tenant-runtime/contract/limits.ts';
import type { ChatStorage, KeptLetter } from './kept-chat.ts';

export interface OwnChatState {
  /** Undefined until the conversation is read, here or from the server. */
  messages: ChatMessage[] | undefined;
  /** What has not reached the server, the oldest first. */
  waiting: Outgoing[];
  unread: number;
  isOffline: boolean;
  /** Why the conversation could not be read. */
  failure: string | undefined;
}

interface OwnChatOptions {
  api: Pick<ApiClient<VenueEndpoints>, 'call' | 'blob'>;
  owner: number;
  storage: ChatStorage;
  /** The server's time, as far as it is known. */
  now: () => string;
  /** Shows what the bot says over the chat, and what went wrong. */
  notify: { error: (text: string) => void; info: (text: string) => void };
  /** Waits before the next attempt; injected so that a test need not wait. */
  wait?: (ms: number) => Promise<void>;
}

const RETRY = { firstMs: 500, lastMs: 30_000 };
const PRESSED_AGAIN = 3;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const outgoingOf = ({ id, at, text, replyTo, file, failed }: KeptLetter): Outgoing => ({
  key: id,
  date: Date.parse(at) / 1000,
  text,
  replyTo,
  failed: failed !== undefined,
  ...(file && (file.type.startsWith('image/') ? { photos: [file] } : { document: file })),
});

/**
 * One person's conversation with the venue's bot. What they write is stored in the browser before it is sent, and sent in
 * that order, each message once, also after a night without a connection.
 */
export function createOwnChat({ api, owner, storage, now, notify, wait = sleep }: OwnChatOptions) {
  const changes = createEmitter();
  const files = new Map<string, Promise<string>>();
  let state: OwnChatState = { messages: undefined, waiting: [], unread: 0, isOffline: false, failure: undefined };
  let letters: readonly KeptLetter[] = [];
  let lastSeq = 0;
  let opened: Promise<void> | undefined;
  let version = 0;
  let dataset: string | undefined;
  let closed = false;
  let sending = false;
  /** How many messages the browser is about to keep. */
  let adding = 0;
  let reading: Promise<void> | undefined;
  let isStale = false;
  let wake: () => void = () => {};

  /** A message is shown once, though it may be read before the request that has brought it is answered. */
  function publish(next: Partial<Omit<OwnChatState, 'waiting'>>): void {
    const { messages } = { ...state, ...next };
    const arrived = new Set(messages?.map(({ key }) => key));
    state = { ...state, ...next, waiting: letters.filter(({ id }) => !arrived.has(id)).map(outgoingOf) };
    changes.emit();
  }

  function publishLetters(next: readonly KeptLetter[]): void {
    letters = next;
    publish({});
  }

  /** Forgets what was read from data that a backup has replaced, and reads the conversation as it is now. */
  function readAnew(): void {
    dataset = undefined;
    version = 0;
    publish({ messages: undefined });
    void sync();
  }

  /** Takes an answer of the server; an older one than was taken before says nothing new. */
  function apply(chat: Chat): void {
    if (dataset !== undefined && dataset !== chat.dataset) {
      readAnew();
      return;
    }
    if (chat.version < version) return;
    dataset = chat.dataset;
    version = chat.version;
    const isGap = chat.messages.length >= CHAT_PAGE;
    const messages = isGap ? chat.messages : chat.messages.reduce(withMessage, state.messages ?? []);
    publish({ messages, unread: chat.unread, isOffline: false, failure: undefined });
    void storage
      .keepConversation({ owner, dataset, version, messages: messages.slice(-CHAT_PAGE) })
      .catch(() => undefined);
  }

  async function open(): Promise<void> {
    const [kept, waiting] = await Promise.all([storage.conversation(owner), storage.letters(owner)]).catch(
      () => [undefined, []] as const,
    );
    if (kept && version === 0) {
      ({ dataset, version } = kept);
      publish({ messages: kept.messages });
    }
    lastSeq = waiting.at(-1)?.seq ?? 0;
    publishLetters(waiting);
  }

  async function read(): Promise<void> {
    do {
      isStale = false;
      try {
        apply((await api.call('GET /api/chat', { query: { after: version } })).chat);
      } catch (error) {
        publish(worthRetrying(error) ? { isOffline: true } : { failure: messageOf(error) });
      }
    } while (isStale && !closed);
  }

  /** Reads what is new, once more if something came while it was being read. */
  function sync(): Promise<void> {
    isStale = true;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function post({ id, at, text, replyTo, file }: KeptLetter): Promise<Chat> {
    if (!file) {
      const body = { id, after: version, text, at, reply_to_message_id: replyTo };
      return (await api.call('POST /api/chat/messages', { body })).chat;
    }
    const form = new FormData();
    form.append('id', id);
    form.append('after', String(version));
    form.append('at', at);
    if (text) form.append('caption', text);
    if (replyTo !== undefined) form.append('reply_to_message_id', String(replyTo));
    form.append('file', file, file.name);
    return (await api.call('POST /api/chat/files', { form })).chat;
  }

  async function settle(letter: KeptLetter): Promise<void> {
    const chat = await post(letter);
    // one that stays in a storage that has died is sent again, under its number, and known
    await storage.dropLetter(letter.id).catch(() => undefined);
    apply(chat);
    publishLetters(letters.filter(({ id }) => id !== letter.id));
  }

  async function refuse(letter: KeptLetter, error: unknown): Promise<void> {
    const refused = { ...letter, failed: messageOf(error) };
    notify.error(refused.failed);
    await storage.keepLetter(refused).catch(() => undefined);
    publishLetters(letters.map((one) => (one.id === letter.id ? refused : one)));
  }

  async function sendAll(): Promise<void> {
    const backoff = createBackoff(RETRY);
    for (;;) {
      const letter = letters.find(({ failed }) => failed === undefined);
      if (!letter || closed) return;
      try {
        await settle(letter);
        backoff.reset();
      } catch (error) {
        if (!worthRetrying(error)) {
          await refuse(letter, error);
          continue;
        }
        publish({ isOffline: true });
        await Promise.race([wait(backoff.next()), new Promise<void>((resolve) => (wake = resolve))]);
      }
    }
  }

  function flush(): void {
    wake();
    if (sending || closed) return;
    sending = true;
    void sendAll().finally(() => {
      sending = false;
    });
  }

  /** Stores what is to be sent and then shows it: what the person has seen in the chat survives the page. */
  async function add(texts: { text: string; file?: File }[], replyTo: number | undefined): Promise<void> {
    const at = now();
    adding += 1;
    await opened;
    const added = texts.map((part) => ({ ...part, id: newId(), owner, seq: ++lastSeq, at, replyTo }));
    try {
      for (const letter of added) await storage.keepLetter(letter);
    } catch {
      // without room in the browser it is sent all the same, while the page is open
    }
    adding -= 1;
    publishLetters([...letters, ...added].toSorted((a, b) => a.seq - b.seq));
    flush();
  }

  /** Waits until everything written before has arrived; returns false where there is no connection for it. */
  async function allSent(): Promise<boolean> {
    await opened;
    while (adding > 0 || letters.some(({ failed }) => failed === undefined)) {
      if (state.isOffline) {
        flush();
        return false;
      }
      await new Promise<void>((resolve) => {
        const stop = changes.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return true;
  }

  /** Repeats a press or an edit whose answer was lost; the same id makes it harmless. */
  async function retryWhenLost<T>(run: () => Promise<T>): Promise<T> {
    for (let time = 1; ; time += 1) {
      try {
        return await run();
      } catch (error) {
        const isLost = error instanceof ApiError && error.status === 0;
        if (!isLost || time === PRESSED_AGAIN) throw error;
        await wait(RETRY.firstMs * time);
      }
    }
  }

  return {
    snapshot: (): OwnChatState => state,
    subscribe: changes.subscribe,
    /** Shows what the browser keeps, then reads what is new and sends what waits. */
    async start(): Promise<void> {
      opened = open();
      await opened;
      await sync();
      flush();
    },
    sync,
    flush,
    /** Resolves when the browser keeps it. */
    send: (text: string): Promise<void> => add([{ text }], undefined),
    sendLetter({ text, photos = [], document, replyTo }: Letter): Promise<void> {
      const [first, ...others] = [...photos, ...(document ? [document] : [])];
      const rest = others.map((file) => ({ text: '', file }));
      return add([{ text, ...(first && { file: first }) }, ...rest], replyTo);
    },
    retry({ key }: Outgoing): void {
      publishLetters(letters.map((letter) => (letter.id === key ? { ...letter, failed: undefined } : letter)));
      flush();
    },
    drop({ key }: Outgoing): void {
      void storage.dropLetter(String(key)).catch(() => undefined);
      publishLetters(letters.filter(({ id }) => id !== key));
    },
    /** A correction goes after what was written before it, as a press does; returns false where it has not gone. */
    async edit({ message_id }: ChatMessage, text: string): Promise<boolean> {
      if (!(await allSent())) {
        notify.info('Сначала уйдут сообщения, которые ждут связи. Сохраните исправление после них');
        return false;
      }
      const id = newId();
      try {
        const edit = () =>
          api.call('PUT /api/chat/messages/:id', { params: { id: message_id }, body: { id, text, after: version } });
        apply((await retryWhenLost(edit)).chat);
        return true;
      } catch (error) {
        notify.error(messageOf(error));
        return false;
      }
    },
    /** A button is pressed after what was written before it, since the bot takes each person's acts in their order. */
    async press(message_id: number, data: string): Promise<void> {
      if (!(await allSent())) {
        notify.info('Сначала уйдут сообщения, которые ждут связи. Нажмите кнопку после них');
        return;
      }
      const id = newId();
      try {
        const press = () => api.call('POST /api/chat/presses', { body: { id, message_id, data, after: version } });
        const { chat, toast } = await retryWhenLost(press);
        apply(chat);
        if (toast) notify[toast.alert ? 'error' : 'info'](toast.text);
      } catch (error) {
        notify.error(messageOf(error));
        // a button that is gone is gone from the page too
        void sync();
      }
    },
    /** The person sees the conversation up to its end. */
    async markRead(): Promise<void> {
      const last = state.messages?.at(-1)?.message_id;
      if (state.unread === 0 || last === undefined) return;
      publish({ unread: 0 });
      await api.call('POST /api/chat/read', { body: { message_id: last } }).catch(() => undefined);
    },
    /** Fetches a file with the person's token; the address lives as long as the page. */
    fetchFile(fileId: string): Promise<string> {
      const known = files.get(fileId);
      if (known) return known;
      const fetched = api.blob(`/chat/files/${encodeURIComponent(fileId)}`).then((blob) => URL.createObjectURL(blob));
      files.set(fileId, fetched);
      fetched.catch(() => files.delete(fileId));
      return fetched;
    },
    close(): void {
      closed = true;
      wake();
      for (const file of files.values()) file.then(URL.revokeObjectURL, () => undefined);
    },
  };
}
export type OwnChat = ReturnType<typeof createOwnChat>;

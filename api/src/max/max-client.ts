import { randomUUID } from 'node:crypto';
import type { MaxMessage } from './max-event.ts';
import { type Answered, AnswerTooLong, type Ask, type Asked } from './max-http.ts';

/** An error answer of MAX; `status` is 0 where there was none. */
export class MaxError extends Error {
  readonly status: number;
  readonly code: string;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.name = 'MaxError';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface SentButton {
  type: 'callback' | 'link' | 'open_app';
  text: string;
  payload?: string;
  url?: string;
  /** The name of the bot whose mini app opens. */
  web_app?: string;
}

/** A message as MAX takes it; `attachments` of [] remove the buttons of one that is edited. */
export interface NewMessage {
  text: string;
  attachments?: object[];
}

export interface MaxMe {
  user_id: number;
  username: string;
}

const CALL_MS = 15_000;
const UPLOAD_MS = 120_000;
/** The time allowed beyond a long poll's own. */
const SPARE_MS = 10_000;

const jsonOf = ({ body }: Answered): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

function failureOf(answer: Answered): MaxError {
  const { code, message, retry_after } = jsonOf(answer) ?? {};
  const wait = Number(answer.headers['retry-after'] ?? retry_after);
  const text = typeof message === 'string' ? message : `MAX answered with ${answer.status}`;
  return new MaxError(answer.status, String(code ?? ''), text, wait > 0 ? wait : undefined);
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).name;

function formOf(name: string, bytes: Uint8Array): { body: Buffer; type: string } {
  const boundary = randomUUID();
  const filename = name.replace(/["\r\n]/g, '_');
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="data"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

/** MAX's Bot API at `root`, such as https://platform-api2.max.ru. Tokens travel in a header, never in an address. */
export function createMaxClient({ ask, root }: { ask: Ask; root: string }) {
  async function asked(url: URL, options: Asked): Promise<Answered> {
    let answer: Answered;
    try {
      answer = await ask(url, options);
    } catch (error) {
      if (error instanceof AnswerTooLong) throw new MaxError(413, 'too.large', error.message);
      throw new MaxError(0, '', `MAX did not answer: ${reasonOf(error)}`);
    }
    if (answer.status !== 200) throw failureOf(answer);
    return answer;
  }

  async function call(
    token: string,
    method: Asked['method'],
    path: string,
    { query = {}, body, ...more }: { query?: object; body?: object; timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<Record<string, unknown>> {
    const url = new URL(root + path);
    for (const [name, value] of Object.entries(query)) if (value != null) url.searchParams.set(name, String(value));
    const answer = await asked(url, {
      method,
      headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: CALL_MS,
      ...more,
    });
    const json = jsonOf(answer);
    if (!json) throw new MaxError(502, '', 'MAX answered with no JSON');
    // an action that failed may be answered with 200
    if (json.success === false) throw new MaxError(400, 'not_done', String(json.message ?? 'MAX has not done it'));
    return json;
  }

  return {
    async me(token: string): Promise<MaxMe> {
      const { user_id, username, name } = await call(token, 'GET', '/me');
      return { user_id: Number(user_id), username: String(username ?? name ?? '') };
    },
    async setCommands(token: string, commands: { command: string; description: string }[]): Promise<void> {
      const named = commands.map(({ command, description }) => ({ name: command, description }));
      await call(token, 'PATCH', '/me/commands', { body: { commands: named } });
    },

    /** Waits up to `timeout` seconds for the first event; the marker commits everything before it. */
    async updates(
      token: string,
      { marker, timeout, types }: { marker: number | null; timeout: number; types: readonly string[] },
      signal?: AbortSignal,
    ): Promise<{ updates: unknown[]; marker: number | null }> {
      const query = { marker, timeout, limit: 100, types: types.join(',') };
      const timeoutMs = timeout * 1000 + SPARE_MS;
      const { updates, marker: next } = await call(token, 'GET', '/updates', {
        query,
        timeoutMs,
        ...(signal && { signal }),
      });
      return {
        updates: Array.isArray(updates) ? updates : [],
        marker: Number.isSafeInteger(next) ? Number(next) : marker,
      };
    },
    async subscriptions(token: string): Promise<string[]> {
      const { subscriptions } = await call(token, 'GET', '/subscriptions');
      return (Array.isArray(subscriptions) ? subscriptions : []).map(({ url }: { url?: unknown }) => String(url));
    },
    async subscribe(token: string, url: string, secret: string, types: readonly string[]): Promise<void> {
      await call(token, 'POST', '/subscriptions', { body: { url, secret, update_types: types } });
    },
    async unsubscribe(token: string, url: string): Promise<void> {
      await call(token, 'DELETE', '/subscriptions', { query: { url } });
    },

    /** Returns the id of the message. */
    async send(token: string, personId: number, message: NewMessage): Promise<string> {
      const query = { user_id: personId, disable_link_preview: true };
      const { message: sent } = await call(token, 'POST', '/messages', { query, body: message });
      return (sent as MaxMessage).body.mid;
    },
    async edit(token: string, mid: string, message: NewMessage): Promise<void> {
      await call(token, 'PUT', '/messages', { query: { message_id: mid }, body: message });
    },
    /** Rewrites the message whose button was pressed, which ends the press as well. */
    async answer(token: string, callbackId: string, message: NewMessage): Promise<void> {
      await call(token, 'POST', '/answers', { query: { callback_id: callbackId }, body: { message } });
    },
    message: async (token: string, mid: string): Promise<MaxMessage> =>
      (await call(token, 'GET', `/messages/${encodeURIComponent(mid)}`)) as unknown as MaxMessage,

    /** Uploads a file; returns the token by which messages have it. */
    async upload(token: string, name: string, bytes: Uint8Array): Promise<string> {
      const { url } = await call(token, 'POST', '/uploads', { query: { type: 'file' } });
      const { body, type } = formOf(name, bytes);
      const headers = { 'content-type': type };
      const answer = await asked(new URL(String(url)), { method: 'POST', headers, body, timeoutMs: UPLOAD_MS });
      const { token: uploaded } = jsonOf(answer) ?? {};
      // an upload that failed may be answered with 200
      if (typeof uploaded !== 'string') throw new MaxError(502, 'upload', 'MAX has not taken the file');
      return uploaded;
    },
    /**
     * Reads a file that a person has sent. Whoever knows a bot's token can make the address up, so the platform's own
     * network is not asked, except where it stands in for MAX.
     */
    async download(url: string, maxBytes: number): Promise<Buffer> {
      const publicOnly = !url.startsWith(`${root}/`);
      const { body } = await asked(new URL(url), { method: 'GET', maxBytes, publicOnly, timeoutMs: UPLOAD_MS });
      return body;
    },
  };
}
export type MaxClient = ReturnType<typeof createMaxClient>;

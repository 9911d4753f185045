import type { ApiRoots } from './api-roots.ts';

export interface Update {
  update_id: number;
}

/**
 * An error answer of the Bot API. A token is part of its addresses, so no part of a request is ever put into an error.
 * `code` is 0 when there was no answer.
 */
export class TelegramError extends Error {
  readonly code: number;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  constructor(code: number, message: string, retryAfter?: number) {
    super(message);
    this.name = 'TelegramError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Explains to an administrator why the chat of the settings takes no messages. */
export function chatProblem(error: unknown): string {
  if (!(error instanceof TelegramError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 0) return 'Telegram не отвечает';
  if (error.code === 401 || error.code === 404) return 'Telegram не принимает ALERT_BOT_TOKEN';
  if (error.code === 400 || error.code === 403) return `Telegram не принимает ALERT_CHAT_ID: ${error.message}`;
  if (error.code === 429) return 'Telegram просит подождать';
  return `Telegram ответил ошибкой ${error.code}`;
}

interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number };
}

/** The kinds of updates our bots get; any other would wake the tenant for nothing. */
const ALLOWED_UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member'];

/** The time allowed beyond the long poll's own. */
const SPARE_MS = 10_000;

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause
    ? String(cause.code)
    : error instanceof Error
      ? error.name
      : 'unknown';
};

/** What stands before the Bot API answers so when it does not reach it. */
const isUnreached = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** The gateway's client of the Bot API, over the process's shared keep-alive pool. */
export function createTelegramClient({ current, note }: ApiRoots) {
  async function call<T>(
    token: string,
    method: string,
    params: object,
    limitMs: number,
    stop?: AbortSignal,
  ): Promise<T> {
    let status: number;
    let answer: Answer;
    const root = current();
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const timer = setTimeout(end, limitMs);
    stop?.addEventListener('abort', end);
    try {
      const response = await fetch(`${root}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
        signal: ended.signal,
      });
      status = response.status;
      answer = (await response.json()) as Answer;
    } catch (error) {
      if (!stop?.aborted) note(root, false);
      throw new TelegramError(0, `Bot API did not answer: ${reasonOf(error)}`);
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', end);
    }
    note(root, !isUnreached(status));
    if (answer.ok) return answer.result as T;
    throw new TelegramError(
      answer.error_code ?? status,
      answer.description ?? 'no description',
      answer.parameters?.retry_after,
    );
  }

  return {
    /** Waits up to `timeout` seconds for the first update; the call confirms all updates below `offset`. */
    getUpdates: (
      token: string,
      { offset, timeout, limit = 100 }: { offset: number; timeout: number; limit?: number },
      stop?: AbortSignal,
    ): Promise<Update[]> =>
      call(
        token,
        'getUpdates',
        { offset, timeout, limit, allowed_updates: ALLOWED_UPDATES },
        timeout * 1000 + SPARE_MS,
        stop,
      ),
    sendMessage: (token: string, chatId: number | string, text: string): Promise<unknown> =>
      call(token, 'sendMessage', { chat_id: chatId, text }, SPARE_MS),
    getChat: (token: string, chatId: string): Promise<unknown> => call(token, 'getChat', { chat_id: chatId }, SPARE_MS),
    /** Shows a notice over the chat to the person who pressed a button. */
    answerCallback: (token: string, callbackId: string, text: string): Promise<unknown> =>
      call(token, 'answerCallbackQuery', { callback_query_id: callbackId, text, show_alert: true }, SPARE_MS),
    /** Says what Telegram has of a bot's webhook. */
    getWebhookInfo: (token: string): Promise<{ url?: string }> => call(token, 'getWebhookInfo', {}, SPARE_MS),
    deleteWebhook: (token: string): Promise<true> =>
      call(token, 'deleteWebhook', { drop_pending_updates: false }, SPARE_MS),
    /** With one connection, updates arrive in order. */
    setWebhook: (token: string, url: string, secret: string): Promise<true> =>
      call(
        token,
        'setWebhook',
        { url, secret_token: secret, max_connections: 1, allowed_updates: ALLOWED_UPDATES },
        SPARE_MS,
      ),
  };
}
export type TelegramClient = ReturnType<typeof createTelegramClient>;

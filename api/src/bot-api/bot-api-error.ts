/** An error answer of the Bot API; `description` is English and in Telegram's own words. */
export class BotApiError extends Error {
  readonly code: number;
  readonly parameters?: { retry_after?: number };

  constructor(code: number, description: string, parameters?: { retry_after?: number }) {
    super(description);
    this.name = 'BotApiError';
    this.code = code;
    if (parameters) this.parameters = parameters;
  }
}

export const badRequest = (text: string): BotApiError => new BotApiError(400, `Bad Request: ${text}`);

/** An injected fault: the connection ends without an answer. */
export class ConnectionCut extends Error {}

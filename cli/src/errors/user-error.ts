/** A mistake of the user or an error of the platform, shown in one sentence without a stack. */
export class UserError extends Error {
  readonly code: string;
  readonly status: number;
  /** What a script needs in spite of the refusal, beside `error` and `code`. */
  readonly details: object;
  constructor(message: string, code = 'refused', status = 0, details: object = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Ends the text with a full stop, so that another sentence may follow. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A mistake of the user or an error of the platform, shown in one sentence without a stack. */
export class UserError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(message: string, code = 'refused', status = 0) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
  }
}

/** Ends the text with a full stop, so that another sentence may follow. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

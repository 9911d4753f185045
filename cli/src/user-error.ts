/** The person's mistake, or the platform's refusal: said in one sentence, without a stack. */
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

/** The text closed by a full stop, so that another sentence may follow. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

import type { Reason } from '../../../contract/changes.ts';
import type { Amount } from '../amounts.ts';

/**
 * The counting messages: a line is *name, sign, quantity*. Nothing here knows the venue's items, and names may hold
 * digits, hyphens and signs of their own («7-Up 0,25», «Балтика-7»), so a line is given all the readings it allows.
 */
export interface Reading {
  name: string;
  /** Empty when the whole line is a name. */
  amounts: Amount[];
}

export type LineRefusal =
  | 'no-quantity'
  | 'no-name'
  | 'no-sign'
  | 'bad-quantity'
  | 'unknown-unit'
  | 'two-quantities'
  | 'number-in-name'
  | 'correction'
  | 'reason-in-count';

export interface Change {
  kind: 'change';
  main: Reading;
  /** Valid only when `name`, to the letter, is an item's: the signs before the last belong to it. The longest first. */
  exact: Reading[];
  /**
   * plain: as written. glued: the minus is a hyphen without spaces, so it counts only after an item's whole name.
   * doubtful: a long dash, the quantity before the name, words that are not understood; to be confirmed.
   * unsigned: a line without a sign, whose number may be the end of a name.
   */
  certainty: 'plain' | 'glued' | 'doubtful' | 'unsigned';
  /** Why the stock went: «Джемесон −0,5 бой». */
  because?: Reason;
  /** What is told of the reason or of the change: «списание, истёк срок», «(нашли в подсобке)». */
  note?: string;
  /** «Джемесон = 3»: what there is now, not how much came. */
  sets?: boolean;
}

export interface Refused {
  kind: 'refused';
  reason: LineRefusal;
  name: string;
  wrong: string;
  exact: Reading[];
}

export type Line = {
  text: string;
  /** What the line is read as when it comes to nothing as it stands; each of these has to be known then. */
  orElse?: Line[];
} & (Change | Refused);

/** The whole line taken for a name. */
export const readingsOf = (whole: string, text: string): Reading[] =>
  [...new Set([whole, text])].map((name) => ({ name, amounts: [] }));

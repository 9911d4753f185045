import type { Reason } from '../../../contract/changes.ts';
import type { Amount } from '../amounts.ts';

/**
 * One way to read a counting message, whose lines are *name, sign, quantity*. The grammar does not know the tenant's
 * items, and names may hold digits, hyphens and signs («7-Up 0,25», «Балтика-7»), so a line gets every reading that it
 * allows.
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
  /**
   * Readings that hold only if `name` is exactly an item's name, because it includes all signs before the last. The
   * longest name comes first.
   */
  exact: Reading[];
  /**
   * plain: as written. glued: the minus is a hyphen without spaces, so it counts only after an item's whole name.
   * doubtful: a long dash, a quantity before the name, or unknown words; it has to be confirmed. unsigned: a line
   * without a sign, whose number may be the end of a name.
   */
  certainty: 'plain' | 'glued' | 'doubtful' | 'unsigned';
  /** What stands before an arrow; its first number may end the name: «Гавана 3 350 мл -> 200 мл», «Гавана 3 -> 2». */
  was?: string;
  /** Why the stock went, as in «Джемесон −0,5 бой». */
  because?: Reason;
  /** The user's remark about the reason or the change: «списание, истёк срок», «(нашли в подсобке)». */
  note?: string;
  /** True for «Джемесон = 3», where the amount is the present stock and not a difference. */
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
  /**
   * Other lines that this one may stand for if it matches nothing as written. They hold only if every one of them is
   * known.
   */
  orElse?: Line[];
} & (Change | Refused);

/** Reads the whole line as a name. */
export const readingsOf = (whole: string, text: string): Reading[] =>
  [...new Set([whole, text])].map((name) => ({ name, amounts: [] }));

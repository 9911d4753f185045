/** What a terminal obeys instead of showing it; also what turns the writing round. */
const OBEYED = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Names are anybody's: one that holds a terminal's commands is shown, not carried out. */
export const printable = (text: string): string => text.replace(OBEYED, '\ufffd');

const BREAKS = /[\n\t\u2028\u2029]+/g;

/** As it stands in a table or a card: a name of several lines makes no row of its own. */
export const lineOf = (text: string): string => text.replace(BREAKS, ' ');

/** For `JSON.parse`. */
export const printableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? printable(value) : value;

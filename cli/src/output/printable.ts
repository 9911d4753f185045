/** Characters that a terminal interprets instead of showing, and those that change the direction of text. */
const OBEYED = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Names are user input: control characters of a terminal in a name are shown, not executed. */
export const printable = (text: string): string => text.replace(OBEYED, '\ufffd');

const BREAKS = /[\n\t\u2028\u2029]+/g;

/** The text for a table or a card: a name of several lines must not break the row. */
export const lineOf = (text: string): string => text.replace(BREAKS, ' ');

/** A reviver for `JSON.parse`. */
export const printableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? printable(value) : value;

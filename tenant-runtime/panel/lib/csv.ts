/** Excel of a Russian computer reads this as a table: its separator, decimal commas and a mark of UTF-8 before it. */
const SEPARATOR = ';';
const MARK = '\uFEFF';

/** A text that would be taken for a formula is none behind an apostrophe. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return /["\n\r;]/.test(value) ? `"${inert(value).replaceAll('"', '""')}"` : inert(value);
}

export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `${MARK}${rows.map((row) => row.map(cell).join(SEPARATOR)).join('\r\n')}\r\n`;

/** A Russian Excel needs this separator, decimal commas and a UTF-8 byte order mark to read the file as a table. */
const SEPARATOR = ';';
const MARK = '\uFEFF';

/** Puts an apostrophe before a text that Excel would take for a formula. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return /["\n\r;]/.test(value) ? `"${inert(value).replaceAll('"', '""')}"` : inert(value);
}

export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `${MARK}${rows.map((row) => row.map(cell).join(SEPARATOR)).join('\r\n')}\r\n`;

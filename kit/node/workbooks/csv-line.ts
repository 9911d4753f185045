/** Matches text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A CSV line for the Russian Excel: semicolons, decimal commas, no formulas. */
export const csvLine = (values: (string | number | null)[]): string => `${values.map(cell).join(';')}\r\n`;

/** XML 1.0 allows no control characters but these three, no lone surrogates, and neither U+FFFE nor U+FFFF. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/**
 * A text that a workbook can hold: other characters make Excel call the file damaged. Excel reads _x000D_ as a
 * character.
 */
export const writableText = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replace(/_x(?=[\da-f]{4}_)/gi, '_x005F_x')
    .toWellFormed();

/** XML 1.0 has no other control characters than these three, no halves of a pair, and neither U+FFFE nor U+FFFF. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** A text as a workbook can hold it: one that holds more is damaged to whoever opens it. Excel reads _x000D_ as a character. */
export const writableText = (text: string): string =>
  text
    .replace(UNWRITABLE, '')
    .replace(/_x(?=[\da-f]{4}_)/gi, '_x005F_x')
    .toWellFormed();

/** One line without surplus spaces, control characters and halves of characters, which the database cannot store. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .trim();

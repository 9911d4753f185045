/** Invisible characters, and those that change the direction of writing; the character that joins emoji stays. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A zero byte cannot be typed by mistake, so it stays and is refused later. */
const BREAKS = /[^\P{Cc}\0]+|[\u2028\u2029]+/gu;

/**
 * Turns a user's text into one line. A name or note with line breaks would add lines of its own to the bot's messages
 * and to reports, or look like another name.
 */
export const oneLine = (text: string): string => text.replace(UNSEEN, '').replace(BREAKS, ' ').trim();

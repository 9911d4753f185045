/** What nobody sees, and what turns the writing round; a sign that joins pictures to one stays. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** A zero byte is no slip of a keyboard: it stays, and is refused. */
const BREAKS = /[^\P{Cc}\0]+|[\u2028\u2029]+/gu;

/**
 * What a person has typed, in one line. A name or a note that holds more writes lines of its own into what the bot says and
 * into reports, or looks like another.
 */
export const oneLine = (text: string): string => text.replace(UNSEEN, '').replace(BREAKS, ' ').trim();

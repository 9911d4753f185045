/** The largest quantity or change of an item, in its unit. */
export const MAX_QUANTITY = 999_999;

/** The most grams of what stands on a bottle while it is weighed. */
export const MAX_PRESET_TARE_G = 500;

/** The most changes, or entries of a count, in one request. */
export const MAX_BATCH = 500;

/** The most messages of one answer; a client that gets so many has missed some and shows only these. */
export const CHAT_PAGE = 200;

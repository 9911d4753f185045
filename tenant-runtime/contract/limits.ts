/** The largest amount of anything a venue can hold or change by, in the item's unit. */
export const MAX_QUANTITY = 999_999;

/** The most changes, or entries of a count, that one request may carry. */
export const MAX_BATCH = 500;

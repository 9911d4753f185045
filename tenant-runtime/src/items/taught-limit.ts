/** The most names that an item is taught. */
export const MAX_TAUGHT = 20;

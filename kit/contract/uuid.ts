/** The pattern of a UUID without capitals, as the source of a longer regular expression. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const WHOLE = new RegExp(`^${UUID}$`, 'i');

/** Whether the value is a UUID of any version: PostgreSQL answers any other text with an error. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && WHOLE.test(value);

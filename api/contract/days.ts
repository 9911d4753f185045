const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/**
 * Returns the beginning of a date without time, such as `2026-11-22`, by Moscow's clock, `shift` days later; undefined
 * for anything else.
 */
export const startOfDay = (given: unknown, shift: number): Date | undefined =>
  typeof given === 'string' && DAY_ALONE.test(given)
    ? new Date(Date.parse(`${given}T00:00:00+03:00`) + shift * DAY_MS)
    : undefined;

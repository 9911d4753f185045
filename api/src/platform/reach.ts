/** A single call may fail by chance. */
const AWAY_AFTER = 2;
/** Longer than the pauses between the questions about a payment that is an hour old. */
const REMEMBERED_MS = 30 * 60_000;

/** Since when a service outside has given no answer to any call of this process. */
export function createReach(isUnanswered: (error: unknown) => boolean, now: () => Date) {
  let unanswered = 0;
  let since: Date | undefined;
  let lastAt = 0;

  return {
    async follow<T>(call: Promise<T>): Promise<T> {
      try {
        const answer = await call;
        unanswered = 0;
        since = undefined;
        return answer;
      } catch (error) {
        const isAway = isUnanswered(error);
        unanswered = isAway ? unanswered + 1 : 0;
        since = isAway ? (since ?? now()) : undefined;
        lastAt = now().getTime();
        throw error;
      }
    },
    /** Undefined while it answers, and when it has not been called for long. */
    awaySince: (): Date | undefined =>
      unanswered >= AWAY_AFTER && Math.abs(now().getTime() - lastAt) < REMEMBERED_MS ? since : undefined,
  };
}

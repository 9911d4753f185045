import { randomInt } from 'node:crypto';

export interface FeedEvent {
  position: number;
  at: number;
  type: string;
  /** The event as it goes over the wire. */
  json: string;
}

export interface PollRequest {
  marker: number | undefined;
  limit: number;
  timeoutMs: number;
  types: string[] | undefined;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

/** Resolves to false when nothing wakes it within `ms`. */
function waitFor(sleepers: Set<(isAwake: boolean) => void>, ms: number, gone: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isAwake: boolean): void => {
      clearTimeout(timer);
      sleepers.delete(finish);
      gone.removeEventListener('abort', giveUp);
      resolve(isAwake);
    };
    const giveUp = (): void => finish(false);
    const timer = setTimeout(giveUp, ms);
    sleepers.add(finish);
    gone.addEventListener('abort', giveUp);
  });
}

/** The events of one bot that were not delivered yet, for long polling. */
export function createFeed({ lifeMs, withoutMarker }: { lifeMs: number; withoutMarker: 'uncommitted' | 'latest' }) {
  let events: FeedEvent[] = [];
  let next = randomInt(1_000_000, 100_000_000);
  const sleepers = new Set<(isAwake: boolean) => void>();

  const wakeAll = (hasNews: boolean): void => {
    for (const wake of [...sleepers]) wake(hasNews);
  };

  function take({ marker, limit, types }: PollRequest) {
    events = events.filter(({ at }) => performance.now() - at < lifeMs);
    const from = marker ?? (withoutMarker === 'latest' ? next - 1 : 0);
    const waiting = events.filter(({ position }) => position >= from);
    const wanted = waiting.filter(({ type }) => !types || types.includes(type)).slice(0, limit);
    const last = wanted.length === limit ? wanted.at(-1) : waiting.at(-1);
    return { wanted, marker: last ? last.position + 1 : Math.max(from, next) };
  }

  return {
    add(type: string, json: string): FeedEvent {
      const event = { position: next, at: performance.now(), type, json };
      next += 1;
      events.push(event);
      wakeAll(true);
      return event;
    },
    /** The event was delivered by a webhook. */
    remove(event: FeedEvent): void {
      events = events.filter((one) => one !== event);
    },
    waiting: (): string[] => events.map(({ json }) => json),
    /** Answers the polls that wait, with nothing. */
    endPolls: (): void => wakeAll(false),
    /** Returns the body of the answer: at once if there is something, else as soon as there is. */
    async poll(request: PollRequest): Promise<string> {
      const { marker } = request;
      if (marker !== undefined) events = events.filter(({ position }) => position >= marker);
      const deadline = performance.now() + request.timeoutMs;
      let page = take(request);
      while (page.wanted.length === 0 && performance.now() < deadline) {
        const isAwake = await waitFor(sleepers, deadline - performance.now(), request.gone);
        page = take(request);
        if (!isAwake) break;
      }
      return `{"updates":[${page.wanted.map(({ json }) => json).join(',')}],"marker":${page.marker}}`;
    },
  };
}
export type Feed = ReturnType<typeof createFeed>;

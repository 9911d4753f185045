/** One operation as its work sees it. */
export interface Run<Input = Record<string, unknown>> {
  id: string;
  input: Input;
  /** Aborted when the process stops: an item that gives up then is begun again by the next process. */
  signal: AbortSignal;
}

interface WorkItem<Payload = unknown> {
  key: string;
  label: string;
  payload: Payload;
  /** Counted from 1. */
  attempt: number;
}

type Counts = Record<'total' | 'done' | 'failed' | 'skipped', number>;

export interface ItemEnd {
  status?: 'done' | 'skipped';
  message?: string;
  result?: object;
}

/**
 * The work of one kind of operation. Items run at least once: an item whose process died, or that failed and may be
 * retried, is begun again, and so is `finish`, so both must be idempotent. A person reads the message of an AppError;
 * any other error only shows that there was one.
 */
export interface Work<Payload = unknown, Input = unknown> {
  /** The most items under way at once. */
  concurrency: number;
  /** How often a failing item is tried; once by default. */
  maxAttempts?: number;
  /** So many failures in a row end the operation; the remaining items are skipped. */
  stopAfterFailures?: number;
  /** Runs items one after another until one has succeeded. */
  firstAlone?: boolean;
  /** Then so many items, and so many more, each group ended before the next begins; skipped ones do not count. */
  cohorts?: number[];
  /** A method, as `finish`, so that the work on any payload is work on an unknown one: the database holds it as JSON. */
  run(item: WorkItem<Payload>, op: Run<Input>): Promise<ItemEnd>;
  /** Runs when every item has ended by itself; `results` are those of the done items. */
  finish?(
    op: Run<Input> & Counts & { results: () => Promise<object[]> },
  ): Promise<{ message?: string; result?: object }>;
}

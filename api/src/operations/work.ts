/** One operation as its work sees it. */
export interface Run<Input = Record<string, unknown>> {
  id: string;
  input: Input;
  /** Aborted when the process stops: an item that gives up then is begun anew by whoever comes next. */
  signal: AbortSignal;
}

interface WorkItem<Payload = unknown> {
  key: string;
  label: string;
  payload: Payload;
  /** From 1 on. */
  attempt: number;
}

type Counts = Record<'total' | 'done' | 'failed' | 'skipped', number>;

export interface ItemEnd {
  status?: 'done' | 'skipped';
  message?: string;
  result?: object;
}

/**
 * What an operation of one kind does. Items are run at least once: one whose process died, or that failed and may be
 * tried again, is begun anew, and so is `finish`, so that both must bear repetition. A person reads the message of an
 * AppError; of any other error only that there was one.
 */
export interface Work<Payload = unknown, Input = Record<string, unknown>> {
  /** Items under way at once. */
  concurrency: number;
  /** How often an item that fails is tried; once unless told. */
  maxAttempts?: number;
  /** So many failures in a row end it: the rest is left alone. */
  stopAfterFailures?: number;
  /** One item after another until one has succeeded. */
  firstAlone?: boolean;
  run: (item: WorkItem<Payload>, op: Run<Input>) => Promise<ItemEnd>;
  /** When every item has ended by itself; `results` are those of the items that are done. */
  finish?: (
    op: Run<Input> & Counts & { results: () => Promise<object[]> },
  ) => Promise<{ message?: string; result?: object }>;
}

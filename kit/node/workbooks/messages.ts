/** What a process has taken so far. */
export interface Usage {
  /** Of the processor's time, all its threads together. */
  cpuMs: number;
  memoryMb: number;
}

/** What the process says: `usage` and `rows`, its sign of progress, now and then, and one of the others at its end. */
export type Message<Answer> =
  | { usage: Usage }
  | { rows: number }
  | { answer: Answer }
  | { unreadable: { code: string; message: string } }
  | { failed: string };

/** The resources that a process has used so far. */
export interface Usage {
  /** Processor time of all its threads together. */
  cpuMs: number;
  memoryMb: number;
}

/**
 * A message from the process: `usage` and `rows`, which shows progress, now and then, and one of the others at its end.
 */
export type Message<Answer> =
  | { usage: Usage }
  | { rows: number }
  | { answer: Answer }
  | { unreadable: { code: string; message: string } }
  | { failed: string };

/**
 * One measured figure. `limit`, in `unit`, is required where set; `floor` is the bare measurement on the same machine
 * in the same run.
 */
export interface Row {
  name: string;
  value: number;
  unit: string;
  limit?: number;
  floor?: number;
  /** The value divided by the floor. */
  ratio?: number;
  ok: boolean;
}

/** Debian's browser unless another is set. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

export const atMost = (name: string, value: number, limit: number): Row => ({
  name,
  value,
  unit: 'мс',
  limit,
  ok: value <= limit,
});

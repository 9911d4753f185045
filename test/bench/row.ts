/** One measured figure. `limit` is what it must meet, in `unit`, where something is asked of it; `floor` what the same machine did bare in the same run. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  limit?: number;
  floor?: number;
  /** value to floor */
  ratio?: number;
  ok: boolean;
}

/** Debian's, unless another is named. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

export const atMost = (name: string, value: number, limit: number): Row => ({
  name,
  value,
  unit: 'мс',
  limit,
  ok: value <= limit,
});

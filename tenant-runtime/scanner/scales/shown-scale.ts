import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';

/** The phone's own scale as the screen shows it. */
export interface ShownScale {
  /** `lost`: it was connected or should be, and the phone tries again by itself. */
  state: 'none' | 'connecting' | 'connected' | 'lost';
  /** The name of its model, once it is known. */
  model?: string | undefined;
  /** The problem and what to do about it. */
  note?: string | undefined;
  canTare?: boolean;
  reading?: ScalesReading | undefined;
}

export const noScale: ShownScale = { state: 'none' };

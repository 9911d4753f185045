import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { ScaleDevice } from './web-bluetooth.ts';

/** The phone's own scale as the screen shows it. */
export interface ShownScale {
  /** `lost`: it was connected or should be, and the phone tries again by itself. */
  state: 'none' | 'connecting' | 'connected' | 'lost';
  /** The name of its model, once it is known. */
  model?: string | undefined;
  /** What a person should know of the model, such as its step. */
  about?: string | undefined;
  /** The problem and what to do about it. */
  note?: string | undefined;
  canTare?: boolean;
  /** Nobody has said yet whether the display shows grams, or it was said not to; there is no reading until it does. */
  grams?: 'asked' | 'denied' | undefined;
  /** The chosen scale, if no model knows it: then it can be recorded. */
  unknown?: ScaleDevice;
  reading?: ScalesReading | undefined;
}

export const noScale: ShownScale = { state: 'none' };

import type { ReceivedFrame, RecordedScale } from '@ostatok/kit/scales/scale-recording.ts';
import type { Clock } from './clock.ts';

/** What an unknown scale said while it was listened to. */
export interface CapturedScale {
  scale: RecordedScale;
  frames: ReceivedFrame[];
  /** True if the connection was lost before the time was over. */
  isCut: boolean;
}

export interface ListenParts {
  clock: Clock;
  stop: AbortSignal;
  /** Tells the person something. */
  say: (line: string) => void;
}

export const PUT_ON = 'Поставьте на весы бутылку и не трогайте: запись идёт 10 секунд…';
export const NOTHING_WRITTEN = 'Ничего не записано';

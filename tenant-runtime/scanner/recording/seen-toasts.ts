import toast from 'react-hot-toast';
import { soundQuestion } from '../device/sound.ts';
import type { Settlement } from '../offline/journal.ts';
import { showLast } from './last-toast.ts';
import { shortCode } from './short-code.ts';
import { shortName } from './short-name.ts';

const LONG_MS = 8_000;
const timeOf = (at: string): string => new Date(at).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** Says that this person has counted the bottle before. */
export function toastCountedHere(itemName: string, at: string): void {
  soundQuestion();
  showLast('refused', `${shortName(itemName)}. Уже посчитана: вы, ${timeOf(at)}`, { duration: LONG_MS });
}

/** Says that a scanned bottle is not counted; the toast of the next record does not take its place. */
export function toastNotCounted(mark: string): void {
  soundQuestion();
  toast.error(`Марка ${shortCode(mark)} не посчитана. Отсканируйте её ещё раз`, { id: mark, duration: LONG_MS });
}

/** Says what bottles the venue has counted before these records came. */
export function toastSeen({ refused }: Settlement): void {
  const seen = refused.filter((one) => one.seen);
  const [first] = seen;
  if (!first) return;
  soundQuestion();
  const more = seen.length > 1 ? `. И ещё ${seen.length - 1}` : '';
  showLast('refused', `${shortName(first.kept.itemName)}. ${first.error}${more}`, { duration: LONG_MS });
}

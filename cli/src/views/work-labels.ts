import type { Work } from '../operations/follow-work.ts';
import { grouped } from '../output/format.ts';

const words: Record<Work['status'], string> = {
  queued: 'Ждёт своей очереди',
  running: 'Идёт',
  paused: 'Приостановлено',
  done: 'Готово',
  failed: 'Не удалось',
  canceled: 'Отменено',
};

export const wordOf = ({ status }: Work): string => words[status];

/** The share of the work that is finished, from 0 to 1. */
export const shareOf = ({ total, done, failed, skipped }: Work): number =>
  total === 0 ? 1 : Math.min(1, (done + failed + skipped) / total);

/** `12 из 40, пропущено 3, с ошибкой 1` */
export function countsOf({ total, done, failed, skipped }: Work): string {
  return [
    `${grouped(done + failed + skipped)} из ${grouped(total)}`,
    ...(skipped > 0 ? [`пропущено ${grouped(skipped)}`] : []),
    ...(failed > 0 ? [`с ошибкой ${grouped(failed)}`] : []),
  ].join(', ');
}

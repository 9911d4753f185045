import type { Line } from './line.ts';

/** Words with which users take back what they have just written. */
export const CORRECTION =
  'нет|не|ой|упс|вернее|точнее|то есть|т\\.? ?е|отмена|отмени|стоп|сорри|пардон|ошиб(?:ся|лась|ка)|поправка|исправ(?:ление|ляю|ь)';
const begins = new RegExp(`^(?:${CORRECTION})(?![\\p{L}\\p{N}-])`, 'iu');
/** «Нет лайма» is not a correction: it says that the item has run out. */
const runsOut = /^нет [^\p{N}]*$/iu;

export const isCorrection = (text: string): boolean => begins.test(text) && !runsOut.test(text);

/** Marks a line as doubtful when the next line corrects it, because only the writer knows which of the two is meant. */
export const doubtedIfCorrected = (lines: Line[]): Line[] =>
  lines.map((line, index) => {
    const next = lines[index + 1];
    const corrected = next?.kind === 'refused' && next.reason === 'correction';
    return corrected && line.kind === 'change' ? { ...line, certainty: 'doubtful' } : line;
  });

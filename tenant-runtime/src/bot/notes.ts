import { WORD } from './grammar/number-words.ts';
import { startOfRest } from './reasons.ts';

const noteLead = /(?: ?,)? (?:\((?=\p{L})|(?=(?:на|для|из|от|по|в|во|за|к|со) \p{L}))/giu;
/** The most places where a note may begin; more would only give shorter parts of the same note. */
const MAX_LEADS = 3;

export interface Noted {
  /** The line up to the note. */
  before: string;
  /** The note as written, to the line's end. */
  tail: string;
  note: string;
}

const numberWord = new RegExp(`(?:^| )${WORD}(?!\\p{L})`, 'iu');
/** Tells whether the words hold a number, as «три по сорок» and «две разбили» do. */
export const holdsNumberWord = (words: string): boolean => numberWord.test(words);

/**
 * Returns the notes that may end the line: text after a bracket or a preposition, without digits, signs and number
 * words.
 */
export function notesOf(text: string): Noted[] {
  const found: Noted[] = [];
  noteLead.lastIndex = startOfRest(text);
  for (let lead = noteLead.exec(text); lead && found.length < MAX_LEADS; lead = noteLead.exec(text)) {
    const tail = text.slice(lead.index + lead[0].length);
    if (!holdsNumberWord(tail)) found.push({ before: text.slice(0, lead.index), tail, note: tail });
    if (lead[0].length === 0) break;
  }
  return found;
}

/**
 * Words that may be a unit, a price or something else. If one of them follows a quantity, the line is not
 * understood.
 */
const MEASURING =
  /^(?:ведр|пач|пуч|шот|рюм|бокал|стакан|порц|лонг|меш|блок|канистр|пакет|тюб|рулон|лист|сет|руб|р(?!\p{L})|процент|коктейл|круж|лож|доль|чел|стол(?!\p{L})|раза?(?!\p{L})|час|мин|дн|тыс|трет|четверт|к(?!\p{L})|кк|кубик|стик|палет|паллет|тетр|тар|мер|дэш|деш|унц|oz|pack|box|веточ|ветк|зубч|кочан|голов|кап(?:ел|л)|лот(?:ок|к)|кассет|бэг|бокс|плюс|минус)/iu;
/** Who writes so takes the change back, or plans it. */
const NOT_YET =
  /(?:^| )(?:не|нет|отмена|отмени|стоп|ошиб\p{L}*|завтра|заказ\p{L}*|закаж\p{L}*|надо|нужно|привезут|будет|было|стало|по)(?= |$)/iu;
/** Tells whether the words begin with a possible unit, price or something else. */
export const isMeasuring = (words: string): boolean => MEASURING.test(words);
/** Tells whether the words take the change back or only plan it; «по» before a word, as in «по акции», does neither. */
export const isNotYet = (words: string): boolean => NOT_YET.test(words.replace(/(?<=^| )по (?=[\p{L}\p{N}])/giu, ''));

/** Matches a container that a weight or a volume comes in: «+10 кг мешок». */
const container = /^,? (?<note>(?:мешок|пакет|ведро|канистра|пачка|коробка|лоток|рулон|сетка|бидон))$/iu;
const wordsAlone = /^,? (?!и )(?<note>\p{L}[\p{L} .,-]{1,58})$/u;
const numbered = /^,? (?<note>(?:стол\p{L}{0,3}|бар|зал|номер|комната|смена|веранда) ?\d{1,3})$/iu;

/** Returns the words after a quantity that are neither a unit nor another quantity: «−0,35 спритцы», «−0,5 стол 12». */
export function wordsAfter(tail: string): string | undefined {
  const place = numbered.exec(tail)?.groups?.note;
  const note = place ?? wordsAlone.exec(tail)?.groups?.note;
  return note && (place || !(MEASURING.test(note) || NOT_YET.test(note) || holdsNumberWord(note))) ? note : undefined;
}

/** Returns the container that is named after a weight or a volume. */
export const containerAfter = (tail: string): string | undefined => container.exec(tail)?.groups?.note;

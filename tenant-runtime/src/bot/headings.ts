import type { Reason } from '../../contract/changes.ts';
import { unsignedLine } from './grammar/found-line.ts';
import type { Change, Line } from './grammar/line.ts';
import { parseLine } from './grammar/parse-line.ts';
import { tidy } from './grammar/tidy.ts';
import { directionOf, withSign } from './grammar/verbs.ts';
import { wordsAlone } from './talk.ts';

const PLACES =
  /^(?:бар|кухня|склад|зал|подсобка|холодильник|витрина|стойка|полка|погреб|крепкое|крепкий алкоголь|алкоголь|безалкогольн\p{L}*|вино|вина|пиво|соки|сиропы|ликеры|ликёры|фрукты|инвентаризация|инвентура|ревизия|переучет|переучёт|остатки|закупка|итого|смена)$/iu;
const DATE = /\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?/g;
/** Headings whose lines describe nothing that has happened yet: orders, plans, deliveries that did not come. */
const NOT_DONE =
  /(?:^| )(?:не|нет|надо|нужно|заказ\p{L}*|закаж\p{L}*|купить|докупить|завтра|план\p{L}*|привезут|приедет|ожида\p{L}*|стоп)(?= |$)/iu;
const NOT_DONE_FIRST =
  /^(?:надо|нужно|заказ\p{L}*|закаж\p{L}*|купить|докупить|не (?:пришл|привез)\p{L}*|стоп лист)(?: \p{L}+){0,3}$/iu;
const LEVEL = /(?:^| )(?:остат\p{L}*|остал\p{L}*|инвентаризаци\p{L}*|подсч[её]т|итого|всего)(?= |$)/iu;
const TOTAL = /^(?:итого|всего|сумма)(?!\p{L})/iu;

/** Matches «Приход от Метро» and «Списание за смену». */
const DOCUMENT = /^(?:приход|расход|списани[ея]|поставка|накладная|при[её]мка)(?: \p{L}+){0,4}$/iu;

/**
 * How to read the lines under a heading: unsigned amounts have come, have gone or are in stock, or every line has to be
 * confirmed.
 */
export interface Under {
  sign?: 1 | -1;
  because?: Reason;
  sets?: boolean;
  asks?: boolean;
}

const isDirection = (words: string): boolean => !words.includes(' ') && directionOf(words)?.sign !== undefined;

/**
 * Tells whether a line is a heading that gives a place, a date or a direction but no item: «Бар:», «Крепкое», «Приход
 * 12.11», «Ушло».
 */
export function isHeading(line: string): boolean {
  const text = tidy(line);
  if (text.length > 60 || /[+−]/.test(text)) return false;
  if (TOTAL.test(text)) return true;
  const dated = text.replace(DATE, ' ');
  if (/\p{N}/u.test(dated)) return false;
  const words = wordsAlone(dated).replace(/ (?:от|за|на)$/u, '');
  return (
    text.endsWith(':') ||
    dated.trim() === '' ||
    PLACES.test(words) ||
    DOCUMENT.test(words) ||
    isDirection(words) ||
    NOT_DONE_FIRST.test(words)
  );
}

/** Returns how the heading affects the lines under it; undefined where it only names a place or a category. */
export function underHeading(line: string): Under | undefined {
  const words = wordsAlone(tidy(line).replace(DATE, ' '));
  if (NOT_DONE.test(words)) return { asks: true };
  if (LEVEL.test(words)) return {};
  const { sign, because } = directionOf(words.split(' ')[0] ?? '') ?? {};
  return sign && { sign, ...(because && { because }) };
}

const contradicts = ({ main, sets }: Change, sign: 1 | -1): boolean =>
  !sets && main.amounts.some(({ micros }) => (micros ?? sign) * sign < 0);

/** Reads the mark in «Приход: Абсолют - 6» as a dash rather than a minus. Both readings have to be confirmed. */
function asDash(line: Line & Change, sign: 1 | -1): Line {
  const spaced = / [-–−] (?=[\p{N}.,])/u.test(line.text);
  const main = spaced ? { ...line.main, amounts: withSign(line.main.amounts, sign < 0 ? 1 : -1) } : line.main;
  return { ...line, main, certainty: 'doubtful' };
}

/** Reads an unsigned quantity as the present stock. */
function asLevel(line: Line): Line {
  const read = unsignedLine(line);
  return line.kind === 'refused' && read.kind === 'change' ? { ...read, sets: true } : read;
}

function read(line: Line, { sign, because, sets = false, asks = false }: Under): Line {
  const signed = sign ? unsignedLine(line, sign) : sets ? asLevel(line) : line;
  const orElse = signed.orElse && { orElse: signed.orElse.map((one) => read(one, { asks, sets: sets && !sign })) };
  if (signed.kind !== 'change') return { ...signed, ...orElse };
  if (sign && contradicts(signed, sign)) return asDash(signed, sign);
  if (asks) return { ...signed, ...orElse, certainty: 'doubtful' };
  return { ...signed, ...orElse, ...(because && !signed.because && !signed.sets && { because }) };
}

/** Reads a line that stands under a heading. */
export const lineUnder =
  (under: Under) =>
  (line: string): Line =>
    read(parseLine(line), under);

import { normaliseEan } from '@ostatok/kit/names/barcode.ts';

/**
 * A mark names one bottle or can, in the one form in which it is stored and compared. A code of Честный ЗНАК is
 * `01`, the GTIN, `21` and the serial, and has the barcode of its goods. A stamp of ЕГАИС of 68 characters holds the code
 * of its goods, the alccode; one of 150 says nothing of them.
 */
export type Mark =
  | { kind: 'gs1'; mark: string; ean: string }
  | { kind: 'stamp68'; mark: string; alccode: string }
  | { kind: 'stamp150'; mark: string };

/** The longest text that may be a mark: a code of Честный ЗНАК with the longest of its signatures. */
export const MAX_MARK = 200;

const GS = '\u001d';
/** What a reader sends before the code: the symbology identifier of ISO/IEC 15424, and FNC1 as a separator or as 0xE8. */
const PREFIX = new RegExp(`^(?:\\](?:d2|d1|C1|Q3|e0|L\\d))?[${GS}\u00e8]*`);
const GS1 = /^(?:\(01\)|01)(\d{14})(?:\(21\)|21)(.+)$/s;
/** The characters that GS1 allows in a serial (table 82 of the General Specifications). */
const SERIAL = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;
/** The parts that follow a serial where no separator shows its end: keys, signatures, the volume of a keg and a price. */
const TAIL = /^(?:91.{4}|92.{44}(?:.{44})?|93.{4}|335\d{7}|8005\d{6})+$/s;
const BRACKETED_TAIL = /\((?:91|92|93|335\d|8005)\).*$/s;
/** The lengths of serials: of milk, of beer and soft drinks, and of other goods. */
const SERIAL_LENGTHS = [6, 7, 13];

/**
 * Returns the serial without what follows it. The rule is the same for texts with separators, so that a bottle has the same
 * mark whatever has read it.
 */
function serialOf(rest: string): string | null {
  const [first = ''] = rest.split(GS);
  const length = SERIAL_LENGTHS.find((size) => TAIL.test(first.slice(size)));
  const serial = length === undefined ? first : first.slice(0, length);
  return SERIAL.test(serial) ? serial : null;
}

function readGs1(text: string): Mark | null {
  const match = GS1.exec(text);
  if (!match) return null;
  const [, gtin = '', rest = ''] = match;
  const ean = normaliseEan(gtin);
  const serial = serialOf(text.startsWith('(') ? rest.replace(BRACKETED_TAIL, '') : rest);
  return ean && serial ? { kind: 'gs1', mark: `01${gtin}21${serial}`, ean } : null;
}

const STAMP_68 = /^\d\dN[0-9A-Z]{65}$/;
/** Its type, series and number, then a service code and a signature. */
const STAMP_150 = /^\d{14}[0-9A-Z]{136}$/;
const ALCCODE_DIGITS = 19;

/** Returns the alccode that characters 4 to 19 of a stamp hold in base 36; null where it has too many digits. */
function alccodeOf(stamp: string): string | null {
  let code = 0n;
  for (const letter of stamp.slice(3, 19)) code = code * 36n + BigInt(Number.parseInt(letter, 36));
  const digits = code.toString();
  return code > 0n && digits.length <= ALCCODE_DIGITS ? digits.padStart(ALCCODE_DIGITS, '0') : null;
}

function readStamp(text: string): Mark | null {
  const mark = text.toUpperCase();
  if (STAMP_150.test(mark)) return { kind: 'stamp150', mark };
  const alccode = STAMP_68.test(mark) ? alccodeOf(mark) : null;
  return alccode ? { kind: 'stamp68', mark, alccode } : null;
}

const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюё.ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ,"№;:?';
const LATIN = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`/QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~?@#$^&';
const latinOf = new Map([...RUSSIAN].map((letter, at) => [letter, LATIN[at] ?? letter]));

/** A keyboard-wedge scanner presses keys: under the Russian layout they give other characters. */
const typedInLatin = (text: string): string =>
  /[а-яё№]/i.test(text) ? [...text].map((letter) => latinOf.get(letter) ?? letter).join('') : text;

/** Returns the mark that a scanned, typed or delivered text is, or null. A mark's own text gives the same mark again. */
export function readMark(input: string): Mark | null {
  if (input.length > MAX_MARK) return null;
  const text = typedInLatin(input.trim()).replace(PREFIX, '');
  return readGs1(text) ?? readStamp(text);
}

/** Returns the stored form of a barcode or of a mark; null if the text is neither. */
export const readCode = (text: string): string | null => normaliseEan(text) ?? readMark(text)?.mark ?? null;

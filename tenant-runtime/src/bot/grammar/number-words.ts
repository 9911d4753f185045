/** Numbers written as words: «полтора», «двести пятьдесят», «ноль семь», «ноль целых три десятых», «две тысячи». */
const words: Record<string, number> = {
  ноль: 0,
  нуль: 0,
  пол: 0.5,
  половина: 0.5,
  половину: 0.5,
  один: 1,
  одна: 1,
  одну: 1,
  одно: 1,
  полтора: 1.5,
  полторы: 1.5,
  пара: 2,
  пару: 2,
  два: 2,
  две: 2,
  три: 3,
  четыре: 4,
  пять: 5,
  шесть: 6,
  семь: 7,
  восемь: 8,
  девять: 9,
  десять: 10,
  одиннадцать: 11,
  двенадцать: 12,
  тринадцать: 13,
  четырнадцать: 14,
  пятнадцать: 15,
  шестнадцать: 16,
  семнадцать: 17,
  восемнадцать: 18,
  девятнадцать: 19,
  двадцать: 20,
  тридцать: 30,
  сорок: 40,
  пятьдесят: 50,
  шестьдесят: 60,
  семьдесят: 70,
  восемьдесят: 80,
  девяносто: 90,
  сто: 100,
  двести: 200,
  триста: 300,
  четыреста: 400,
  пятьсот: 500,
  шестьсот: 600,
  семьсот: 700,
  восемьсот: 800,
  девятьсот: 900,
  тысяча: 1000,
  тысячу: 1000,
  тысячи: 1000,
  тысяч: 1000,
};
const THOUSAND = 1000;

const spelled = (fits: (value: number) => boolean): string =>
  `(?:${Object.keys(words)
    .filter((word) => fits(words[word] ?? 0))
    .sort((a, b) => b.length - a.length)
    .join('|')})`;

export const WORD = spelled(() => true);
/** Matches «двести» and «сто пятьдесят». */
export const HUNDREDS = `${spelled((value) => value >= 100 && value < THOUSAND)}(?: ${spelled((value) => value >= 20 && value < 100)})?`;
/** Matches what follows or is a number: «три с половиной», «два и три четверти», «четверть». */
export const WITH_PART = `(?:\\d{1,3}|${WORD}) с (?:половиной|четвертью)|(?:(?:\\d{1,3}|${WORD}) и )?три четверти|(?:одн[ау] )?четверть`;
/** Matches «ноль точка пять» and «ноль целых двадцать пять сотых». */
export const DECIMAL = `${WORD} (?:целых|целая|точка|запятая)(?: и)? ${WORD}(?: ${WORD})?(?: (?:десят|сот|тысячн)(?:ых|ая|ые))?`;

/** Reads «ноль семь» as 0.7 and «ноль ноль пять» as 0.05. */
function afterZero(values: number[]): number | null {
  const from = values.findIndex((value) => value !== 0);
  const value = from < 0 ? null : sumOfWords(values.slice(from));
  return value === null || value >= 100 || !Number.isInteger(value)
    ? null
    : Number(`0.${'0'.repeat(from - 1)}${value}`);
}

/** Adds up hundreds, tens and ones, each at most once and in this order: «двести пятьдесят», «две тысячи двести». */
function sumOfWords(values: number[]): number | null {
  if (values.length === 1) return values[0] ?? null;
  const thousand = values.indexOf(THOUSAND);
  if (thousand >= 0) {
    const times = thousand === 0 ? 1 : sumOfWords(values.slice(0, thousand));
    const rest = thousand === values.length - 1 ? 0 : sumOfWords(values.slice(thousand + 1));
    return times === null || rest === null || times === 0 || rest >= THOUSAND ? null : times * THOUSAND + rest;
  }
  let [sum, room] = [0, THOUSAND];
  for (const value of values) {
    if (!Number.isInteger(value) || value < 1 || value >= room) return null;
    sum += value;
    room = value >= 100 ? 100 : value >= 20 ? 10 : 1;
  }
  return sum;
}

const decimal = /^(\p{L}+) (?:целых|целая|точка|запятая)(?: и)? (\p{L}+(?: \p{L}+)??)(?: (десят|сот|тысячн)\p{L}+)?$/u;
const parts: Record<string, number> = { десят: 10, сот: 100, тысячн: 1000 };
const valuesOf = (text: string): number[] => text.split(' ').map((word) => words[word] ?? Number(word));

function decimalValue(text: string): number | null {
  const [, ones = '', fraction = '', part] = decimal.exec(text) ?? [];
  const whole = words[ones] ?? Number.NaN;
  const size = part && parts[part];
  const sum = size ? sumOfWords(valuesOf(fraction)) : afterZero([0, ...valuesOf(fraction)]);
  if (!Number.isInteger(whole) || sum === null || (size && sum >= size)) return null;
  return whole + (size ? sum / size : sum);
}

const quarter = /^(?:одн[ау] )?четверть$/u;
const withPart = /^(?:(.+?) (?:и )?)?(с половиной|с четвертью|три четверти)$/u;
const partOf = (named = ''): number => (named.startsWith('три') ? 0.75 : named.endsWith('половиной') ? 0.5 : 0.25);

export function wordsValue(text: string): number | null {
  const lower = text.toLowerCase();
  if (decimal.test(lower)) return decimalValue(lower);
  if (quarter.test(lower)) return 0.25;
  const [, ones, named] = withPart.exec(lower) ?? [];
  const whole = named === undefined ? lower : ones;
  if (whole === undefined) return partOf(named);
  const values = valuesOf(whole);
  const value = values.length > 1 && values[0] === 0 ? afterZero(values) : sumOfWords(values);
  if (named === undefined || value === null) return value;
  return Number.isInteger(value) ? value + partOf(named) : null;
}

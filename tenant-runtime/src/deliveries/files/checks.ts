import { volumeInName } from '../../items/volume-in-name.ts';
import { isWholeKopecks, quantityText, thousandthsOf, worthOf } from './amounts.ts';
import type { DeliveryFile, FileLine, FileTotals, ReadDelivery } from './delivery-file.ts';
import { refused } from './refusals.ts';

const MAX_LINES = 5000;
/** So many lines are named; the others are counted. */
const NAMED = 20;

const moneyFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const quantityFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 3 });
const money = (kopecks: number): string => `${moneyFormat.format(kopecks / 100)} ₽`;
const amount = (quantity: string): string => quantityFormat.format(Number(quantity));

/** Adds up a column; null if a line does not have it. */
function sumOf(lines: readonly FileLine[], column: 'net' | 'vat' | 'gross'): number | null {
  let sum = 0;
  for (const line of lines) {
    const value = line[column];
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

export const totalsOf = (lines: readonly FileLine[]): FileTotals => ({
  quantity: quantityText(lines.reduce((sum, { quantity }) => sum + thousandthsOf(quantity), 0n)),
  net: sumOf(lines, 'net'),
  vat: sumOf(lines, 'vat'),
  gross: sumOf(lines, 'gross'),
});

const columns = [
  ['net', 'без НДС'],
  ['vat', 'НДС'],
  ['gross', 'с НДС'],
] as const;

/** Says where stated totals differ from what the lines add up to. */
function differences(what: string, stated: FileTotals, summed: FileTotals): string[] {
  const found: string[] = [];
  const [said, counted] = [stated.quantity, summed.quantity];
  if (said !== null && counted !== null && thousandthsOf(said) !== thousandthsOf(counted)) {
    found.push(`${what}: количество ${amount(said)}, а строки дают ${amount(counted)}`);
  }
  for (const [column, label] of columns) {
    const [total, sum] = [stated[column], summed[column]];
    if (total === null || sum === null || total === sum) continue;
    found.push(`${what} ${label}: ${money(total)}, а строки дают ${money(sum)} (разница ${money(total - sum)})`);
  }
  return found;
}

const named = ({ number, name }: FileLine): string =>
  `Строка ${number}${name === null ? '' : ` «${name.length > 60 ? `${name.slice(0, 60)}…` : name}»`}`;

/** How far a sum may be from quantity × price: the price itself may be rounded to a kopeck. */
const slack = ({ quantity, price }: FileLine): number =>
  1 + (price !== null && isWholeKopecks(price) ? Math.ceil(Number(quantity) / 2) : 0);

/** Says what a line's own figures contradict. */
function doubtsOf(line: FileLine): string[] {
  const { quantity, price, net, vat, gross, marks } = line;
  const found: string[] = [];
  const sum = net ?? gross;
  if (price !== null && sum !== null && Math.abs(worthOf(quantity, price) - sum) > slack(line)) {
    const product = `${amount(quantity)} × ${money(Number(price))} = ${money(worthOf(quantity, price))}`;
    found.push(`${named(line)}: ${product}, а сумма строки — ${money(sum)} (скидка или наценка)`);
  }
  if (net !== null && vat !== null && gross !== null && Math.abs(net + vat - gross) > slack(line)) {
    found.push(`${named(line)}: ${money(net)} и НДС ${money(vat)} не дают ${money(gross)}`);
  }
  if (marks.length > 0 && thousandthsOf(quantity) !== BigInt(marks.length) * 1000n) {
    found.push(`${named(line)}: количество ${amount(quantity)}, а марок ${marks.length}`);
  }
  return found;
}

const isNothing = ({ quantity }: FileLine): boolean => thousandthsOf(quantity) === 0n;

const firstOf = (warnings: string[]): string[] =>
  warnings.length <= NAMED
    ? warnings
    : [...warnings.slice(0, NAMED), `И ещё таких замечаний: ${warnings.length - NAMED}`];

function pagesOf({ pages = [], lines }: ReadDelivery): DeliveryFile['pages'] {
  let from = 0;
  return pages.map(({ stated, lines: to }) => {
    const summed = totalsOf(lines.slice(from, to));
    from = to;
    return { stated, summed };
  });
}

/** What the name says is read here, in the child process: what reads names takes memory that an idle venue has not. */
const withVolume = (line: FileLine): FileLine => ({
  ...line,
  volumeMl: line.volumeMl ?? volumeInName(line.name ?? '') ?? null,
});

/** Adds up what was read and compares it with what the document itself says. */
export function withChecks(read: ReadDelivery): DeliveryFile {
  const { stated, warnings } = read;
  const lines = read.lines.filter((line) => !isNothing(line)).map(withVolume);
  if (lines.length === 0) throw refused('no_lines');
  if (lines.length > MAX_LINES) throw refused('too_many_lines');
  const summed = totalsOf(lines);
  const pages = pagesOf(read);
  return {
    ...read,
    lines,
    summed,
    pages,
    warnings: [
      ...warnings,
      ...(read.number === null ? ['Номер документа не указан'] : []),
      ...(read.date === null ? ['Дата документа не указана'] : []),
      ...firstOf(read.lines.filter(isNothing).map((line) => `${named(line)}: количество 0, строка не загружена`)),
      ...differences('Итого по документу', stated, summed),
      ...firstOf(pages.flatMap((page, index) => differences(`Страница ${index + 1}`, page.stated, page.summed))),
      ...firstOf(lines.flatMap(doubtsOf)),
    ],
  };
}

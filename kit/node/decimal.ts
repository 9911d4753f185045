/** An exact decimal: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** No honest amount has more; a text without end must not cost time. */
const MAX_LENGTH = 40;
const PATTERN = /^([-−–])?(\d+)(?:[.,](\d+))?$/;

/** Reads «-1 234,50» or «1234.5»; returns undefined if the text is no plain number. */
export function decimalOf(text: string): Decimal | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const match = PATTERN.exec(trimmed.replace(/(?<=\d)[\s\u00a0\u202f](?=\d)/g, ''));
  if (!match) return undefined;
  const [, minus, whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  return { digits: minus ? -digits : digits, scale: fraction.length };
}

/** A spreadsheet's sums are binary: eight decimals take away what its arithmetic has added behind them. */
const CELL_DECIMALS = 8;
const MAX_CELL = 1e15;

/** Reads a spreadsheet's number; returns undefined if it is too large to be exact. */
export const decimalOfCell = (value: number): Decimal | undefined =>
  Math.abs(value) < MAX_CELL ? decimalOf(value.toFixed(CELL_DECIMALS)) : undefined;

export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
});

/** Returns whole units of the last decimal that is kept, rounded half away from zero. */
export function roundedTo(decimals: number, { digits, scale }: Decimal): bigint {
  if (scale <= decimals) return digits * 10n ** BigInt(decimals - scale);
  const unit = 10n ** BigInt(scale - decimals);
  const half = unit / 2n;
  return (digits < 0n ? digits - half : digits + half) / unit;
}

/** Writes so many decimals at most, without zeros at the end, as PostgreSQL's numeric reads it. */
export function decimalText(decimals: number, value: Decimal): string {
  const kept = roundedTo(decimals, value);
  const digits = (kept < 0n ? -kept : kept).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return `${kept < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

import { type Decimal, roundedTo } from '@ostatok/kit/node/decimal.ts';
import type { LedgerKind } from '../../contract/usage.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

/** One fact of an item's ledger; a sale stands at the end of its day's sales. */
export interface Fact {
  kind: LedgerKind;
  /** A moment; for sales the day. */
  at: string;
  /** For ordering: a sale comes before whatever was seen after it. */
  order: number;
  text: string;
  quantity: Decimal;
  /** Of what was seen: by how much it may be wrong, in thousandths. */
  error?: number;
}

export interface LedgerLine {
  kind: LedgerKind;
  at: string;
  text: string;
  quantity: number;
  expected: number;
  difference: number | null;
}

export interface Window {
  from: string;
  to: string;
  variance: number;
  error: number;
}

const SEEN: ReadonlySet<LedgerKind> = new Set(['observed', 'counted']);

/**
 * Adds up facts line by line. Exact quantities are summed and then rounded, and each line shows by how much the rounded
 * sum has moved: so the lines add up to the thousandth, whatever the recipes' fractions are.
 */
export function ledgerOf(facts: readonly Fact[]): { lines: LedgerLine[]; windows: Window[] } {
  const lines: LedgerLine[] = [];
  const windows: Window[] = [];
  let sum: Decimal = { digits: 0n, scale: 0 };
  let shown = 0;
  let before: { at: string; difference: number; error: number } | undefined;
  for (const { kind, at, text, quantity, error = 0 } of facts.toSorted((a, b) => a.order - b.order)) {
    if (SEEN.has(kind)) {
      const seen = Number(roundedTo(3, quantity));
      const difference = seen - shown;
      lines.push({
        ...{ kind, at, text },
        quantity: seen / 1000,
        expected: shown / 1000,
        difference: difference / 1000,
      });
      if (before) windows.push(windowOf(before, { at, difference, error }));
      before = { at, difference, error };
      continue;
    }
    sum = added(sum, quantity);
    const next = Number(roundedTo(3, sum));
    lines.push({ ...{ kind, at, text }, quantity: (next - shown) / 1000, expected: next / 1000, difference: null });
    shown = next;
    if (kind === 'opening') before = { at, difference: 0, error };
  }
  return { lines, windows };
}

function windowOf(one: { at: string; difference: number; error: number }, other: typeof one): Window {
  return {
    from: one.at,
    to: other.at,
    variance: fromThousandths(other.difference - one.difference),
    error: Math.round(Math.hypot(one.error, other.error)) / 1000,
  };
}

function added(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const digits = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own);
  return { digits: digits(one) + digits(other), scale };
}

export const thousandths = (quantity: string | number): Decimal => ({
  digits: BigInt(toThousandths(quantity)),
  scale: 3,
});

import { MAX_QUANTITY } from '@ostatok/tenant-runtime/contract/limits.ts';
import { exact } from '../offline/operations.ts';

export type Mode = 'minus' | 'plus' | 'set';
export const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0', '⌫'] as const;
export type Key = (typeof keys)[number];

/** Appends a key to the number; a key that would make it invalid is ignored. */
export function press(text: string, key: Key): string {
  if (key === '⌫') return text.slice(0, -1);
  if (key === ',') return text.includes(',') ? text : `${text || '0'},`;
  const next = text === '0' ? key : text + key;
  const [, decimals = ''] = next.split(',');
  return decimals.length > 3 || Number(next.replace(',', '.')) > MAX_QUANTITY ? text : next;
}

/** null when nothing is typed. */
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text.replace(',', '.')));

/** Adds an amount to the typed number, for instance another bottle. */
export function addTo(text: string, amount: number): string {
  const sum = exact((numberOf(text) ?? 0) + amount);
  return sum > MAX_QUANTITY ? text : String(sum).replace('.', ',');
}

type Outcome = { amount: { delta: number } | { set: number }; after: number | null } | null;

/** The change that a typed number makes; null while it makes none. The current quantity may be hidden. */
export function outcomeOf(text: string, mode: Mode, current: number | null): Outcome {
  const value = numberOf(text);
  if (value === null) return null;
  if (mode === 'set') return { amount: { set: value }, after: value };
  if (value === 0) return null;
  const delta = mode === 'minus' ? -value : value;
  return { amount: { delta }, after: current === null ? null : exact(current + delta) };
}

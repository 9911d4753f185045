import { MAX_QUANTITY } from '@ostatok/tenant-runtime/contract/items.ts';

export type Mode = 'minus' | 'plus' | 'set';
export const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0', '⌫'] as const;
export type Key = (typeof keys)[number];

/** The number after one more key; a key that would make no quantity changes nothing. */
export function press(text: string, key: Key): string {
  if (key === '⌫') return text.slice(0, -1);
  if (key === ',') return text.includes(',') ? text : `${text || '0'},`;
  const next = text === '0' ? key : text + key;
  const [, decimals = ''] = next.split(',');
  return decimals.length > 3 || Number(next.replace(',', '.')) > MAX_QUANTITY ? text : next;
}

export type Outcome = { amount: { delta: number } | { set: number }; after: number } | null;

const exact = (value: number): number => Math.round(value * 1000) / 1000 || 0;

/** The change a typed number makes; null while it makes none. */
export function outcomeOf(text: string, mode: Mode, current: number): Outcome {
  if (text === '') return null;
  const value = Number(text.replace(',', '.'));
  if (mode === 'set') return { amount: { set: value }, after: value };
  if (value === 0) return null;
  const delta = mode === 'minus' ? -value : value;
  return { amount: { delta }, after: exact(current + delta) };
}

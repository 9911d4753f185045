import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { Group } from '../../contract/items.ts';

export const isMoney = (suffix: string): boolean => /^(р|руб\p{L}*|rub|rur|₽)?$/u.test(suffix);

/**
 * Restores leading zeros, which a number cell loses, if the check digit then agrees. Returns undefined if it is not a
 * barcode.
 */
export function eanOf(cell: Cell): string | undefined {
  const text = textOf(cell);
  const direct = normaliseEan(text);
  if (direct || typeof cell.value !== 'number' || !/^\d{7,12}$/.test(text)) return direct ?? undefined;
  return normaliseEan(text.padStart(text.length <= 8 ? 8 : 13, '0')) ?? undefined;
}

/** Names that the export writes and that users write. */
export const groupNames: Record<Group, string> = {
  strong: 'Крепкий алкоголь',
  wine: 'Вино',
  soft: 'Безалкогольные',
  other: 'Прочее',
};

export function groupNamed(text: string): Group | undefined {
  const word = plain(text);
  const found = Object.entries(groupNames).find(([group, name]) => word === group || word === plain(name));
  return found?.[0] as Group | undefined;
}

import { plural } from '@ostatok/kit/web/format.ts';
import type { Group } from '@ostatok/tenant-runtime/contract/items.ts';

/** Formats «1 234 позиции». */
export const itemsInWords = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['позиция', 'позиции', 'позиций'])}`;

/** Formats «удалить 1 позицию». */
export const itemsAsObject = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['позицию', 'позиции', 'позиций'])}`;

/** Formats «у 1 позиции». */
export const ofItems = (count: number): string =>
  `${count.toLocaleString('ru-RU')} ${plural(count, ['позиции', 'позиций', 'позиций'])}`;

export const groupLabels: Record<Group, string> = {
  strong: 'Крепкий алкоголь',
  wine: 'Вино',
  soft: 'Безалкогольное',
  other: 'Прочее',
};

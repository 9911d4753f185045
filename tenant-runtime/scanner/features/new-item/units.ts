import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';

export type { Unit };

export const units: { unit: Unit; label: string }[] = [
  { unit: 'л', label: 'Литры' },
  { unit: 'кг', label: 'Килограммы' },
  { unit: 'шт', label: 'Штуки' },
];

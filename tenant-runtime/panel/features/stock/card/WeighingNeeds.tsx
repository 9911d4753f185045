import { Text } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';

const needs: [(item: ShownItem) => boolean, string][] = [
  [({ weight_empty_g }) => weight_empty_g === null, 'веса пустой бутылки'],
  [({ density_g_per_ml, unit }) => unit === 'л' && density_g_per_ml === null, 'плотности'],
  [({ volume_ml, unit }) => unit === 'л' && volume_ml === null, 'объёма бутылки'],
];

/** Says what the item lacks to be weighed; renders nothing for items counted in pieces. */
export function WeighingNeeds({ item }: { item: ShownItem }) {
  const missing = needs.filter(([lacks]) => lacks(item)).map(([, what]) => what);
  if (item.unit === 'шт' || missing.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      Для взвешивания не хватает: {missing.join(', ')}
    </Text>
  );
}

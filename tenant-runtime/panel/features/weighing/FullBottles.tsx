import { ActionIcon, TextInput } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Minus, Plus } from 'lucide-react';

/** No bar has more bottles of one item; a longer number is a typing mistake. */
const MOST = 999;

interface FullBottlesProps {
  item: ShownItem;
  full: number;
  onFull: (full: number) => void;
}

/** Adds the full bottles beside the scale to the one that is weighed. */
export function FullBottles({ item, full, onFull }: FullBottlesProps) {
  const step = (by: number): void => onFull(Math.max(0, Math.min(MOST, full + by)));
  return (
    <TextInput
      size="md"
      label={`И полные рядом, по ${formatQuantity((item.volume_ml ?? 0) / 1000, 'л')}`}
      inputMode="numeric"
      value={full === 0 ? '' : String(full)}
      placeholder="0"
      onChange={({ currentTarget: { value } }) => onFull(Number(value.replace(/\D/g, '').slice(0, 3)))}
      leftSection={
        <ActionIcon variant="subtle" aria-label="Меньше полных" disabled={full === 0} onClick={() => step(-1)}>
          <Minus size={20} aria-hidden />
        </ActionIcon>
      }
      rightSection={
        <ActionIcon variant="subtle" aria-label="Больше полных" onClick={() => step(1)}>
          <Plus size={20} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

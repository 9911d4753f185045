import { NativeSelect } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import type { Destination } from './use-destination.ts';

/** Chooses whether weights go into an open count or into the stock. */
export function DestinationField({ destination }: { destination: Destination }) {
  return (
    <NativeSelect
      size="md"
      label="Куда записать"
      value={String(destination.countId ?? '')}
      onChange={({ currentTarget: { value } }) => destination.choose(value === '' ? null : Number(value))}
      data={[
        ...destination.open.map(({ id, title }) => ({ value: String(id), label: `В подсчёт ${quoted(title)}` })),
        { value: '', label: 'В остаток' },
      ]}
    />
  );
}

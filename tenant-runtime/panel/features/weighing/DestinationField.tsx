import { NativeSelect } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import type { Destination } from './use-destination.ts';

const CLOSED = 'closed';

/** Chooses whether weights go into an open count or into the stock. */
export function DestinationField({ destination }: { destination: Destination }) {
  return (
    <NativeSelect
      size="md"
      label="Куда записать"
      value={destination.isClosed ? CLOSED : String(destination.countId ?? '')}
      error={destination.isClosed && 'Подсчёт закрыт. Выберите, куда записать'}
      onChange={({ currentTarget: { value } }) => destination.choose(value === '' ? null : Number(value))}
      data={[
        ...(destination.isClosed ? [{ value: CLOSED, label: 'Не выбрано', disabled: true }] : []),
        ...destination.open.map(({ id, title }) => ({ value: String(id), label: `В подсчёт ${quoted(title)}` })),
        { value: '', label: 'В остаток' },
      ]}
    />
  );
}

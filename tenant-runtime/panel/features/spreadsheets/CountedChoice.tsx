import { Stack, Text, TextInput } from '@mantine/core';
import { Choice } from '../../ui/Choice.tsx';
import { useVenue } from '../../venue/venue.ts';
import { type Counted, nowIn, proposedFor } from './counted-day.ts';
import classes from './Spreadsheets.module.css';

const choices = [
  { value: 'stock', label: 'Начальный остаток' },
  { value: 'count', label: 'Подсчёт' },
] as const;

interface CountedChoiceProps {
  /** The file's name. */
  file: string;
  counted: Counted | null;
  onCounted: (next: Counted | null) => void;
}

/** Asks what the file's quantities are: what new items begin with, or what was counted at some time. */
export function CountedChoice({ file, counted, onCounted }: CountedChoiceProps) {
  const { timezone } = useVenue();
  const now = nowIn(timezone);
  return (
    <Stack gap="sm">
      <Text fw={600}>Что за количества в файле?</Text>
      <Choice
        label="Что за количества в файле?"
        value={counted ? 'count' : 'stock'}
        options={choices}
        onChange={(choice) => onCounted(choice === 'count' ? proposedFor(file, now) : null)}
      />
      {counted && (
        <div className={classes.where}>
          <TextInput
            type="date"
            label="День подсчёта"
            required
            max={now.day}
            value={counted.day}
            onChange={(event) => onCounted({ ...counted, day: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Время"
            required
            value={counted.time}
            onChange={(event) => onCounted({ ...counted, time: event.currentTarget.value })}
          />
        </div>
      )}
      <Text size="sm" c="dimmed">
        {counted
          ? 'Запишем закрытый подсчёт на этот час, можно прошлый: по двум подсчётам виден расход. Отрицательное станет нулём'
          : 'Их получат только новые позиции, остатки прежних не меняются. Для инвентаризации выберите «Подсчёт»: расход считается между подсчётами'}
      </Text>
    </Stack>
  );
}

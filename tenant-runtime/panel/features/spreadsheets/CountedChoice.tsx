import { Stack, Text, TextInput } from '@mantine/core';
import { Choice } from '../../ui/Choice.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './Spreadsheets.module.css';

/** A day and a time on the venue's clock. */
export interface Counted {
  day: string;
  time: string;
}

const choices = [
  { value: 'stock', label: 'Начальный остаток' },
  { value: 'count', label: 'Подсчёт' },
] as const;

function nowIn(timeZone: string): Counted {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format();
  const [day = '', time = ''] = text.split(' ');
  return { day, time };
}

interface CountedChoiceProps {
  counted: Counted | null;
  onCounted: (next: Counted | null) => void;
}

/** Asks what the file's quantities are: what new items begin with, or what was counted at some time. */
export function CountedChoice({ counted, onCounted }: CountedChoiceProps) {
  const { timezone } = useVenue();
  const now = nowIn(timezone);
  return (
    <Stack gap="sm">
      <Text fw={600}>Что за количества в файле?</Text>
      <Choice
        label="Что за количества в файле?"
        value={counted ? 'count' : 'stock'}
        options={choices}
        onChange={(choice) => onCounted(choice === 'count' ? now : null)}
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
          ? 'Запишем закрытый подсчёт на этот час, можно прошлый: по двум подсчётам видно, куда что ушло. Меньше нуля — это ноль'
          : 'Их получат только новые позиции. Остатки прежних не меняются'}
      </Text>
    </Stack>
  );
}

import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { Weight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatShown, HIDDEN } from '../../lib/shown.ts';
import { useLive } from '../../lib/workspace.ts';
import classes from './ChangeForm.module.css';
import { type Amount, type ChangeMode, outcomeOf, quickAmounts } from './change-draft.ts';

export type Submitted = Amount | { grossWeightG: number };

interface ChangeFormProps {
  item: ShownItem;
  /** With what is still on its way. */
  quantity: number | null;
  mode: ChangeMode;
  onSubmit: (amount: Submitted, note: string) => void;
}

const modes = [
  { value: 'minus', label: '− Расход' },
  { value: 'plus', label: '+ Приход' },
  { value: 'set', label: '= Стало' },
];

/** The scale's weight, once it has settled, for an item whose empty bottle is known. */
function useSettledWeight(item: ShownItem): number | null {
  const { reading } = useLive();
  return reading?.stable && item.weight_empty_g !== null && reading.weightG >= item.weight_empty_g
    ? reading.weightG
    : null;
}

function Outcome({ current, after, unit }: { current: number | null; after: number | null; unit: string }) {
  return (
    <output className={classes.outcome} aria-live="polite">
      <span className={classes.before}>{formatShown(current)}</span>
      <span aria-hidden>→</span>
      <span className={classes.after}>
        {current === null && after === null ? HIDDEN : formatQuantity(after, after === null ? undefined : unit)}
      </span>
    </output>
  );
}

export function ChangeForm({ item, quantity, mode: initialMode, onSubmit }: ChangeFormProps) {
  const [mode, setMode] = useState(initialMode);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const weight = useSettledWeight(item);
  const outcome = outcomeOf(text, mode, quantity, item.unit);
  const after = 'after' in outcome ? outcome.after : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if ('error' in outcome) setError(outcome.error);
    else onSubmit(outcome.amount, note.trim());
  }

  function type(next: string): void {
    setText(next);
    setError(null);
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Outcome current={quantity} after={after} unit={item.unit} />
        <SegmentedControl
          fullWidth
          size="md"
          data={modes}
          value={mode}
          onChange={(value) => setMode(value as ChangeMode)}
          aria-label="Что произошло"
          classNames={{ label: classes.mode }}
        />
        <TextInput
          data-autofocus
          label={`Сколько, ${item.unit}`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0,7"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          error={error}
          size="lg"
          classNames={{ input: classes.amount }}
        />
        <Group gap="xs">
          {quickAmounts(item).map((quick) => (
            <Button key={quick.label} variant="default" className={classes.quick} onClick={() => type(quick.text)}>
              {quick.label}
            </Button>
          ))}
        </Group>
        {after !== null && after < 0 && (
          <Text size="sm" c="var(--ostatok-warning-text)">
            Остаток станет меньше нуля. Проверьте количество
          </Text>
        )}
        <TextInput
          label="Примечание"
          placeholder="Необязательно"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {weight !== null && (
          <Button
            variant="light"
            leftSection={<Weight size={20} aria-hidden />}
            onClick={() => onSubmit({ grossWeightG: weight }, note.trim())}
          >
            Записать по весам: {formatQuantity(weight, 'г')}
          </Button>
        )}
        <Button type="submit" size="lg">
          Записать
        </Button>
      </Stack>
    </form>
  );
}

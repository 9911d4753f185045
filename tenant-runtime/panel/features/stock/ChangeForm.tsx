import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Weight } from 'lucide-react';
import { PresetTareChoice } from '../../scales/PresetTareChoice.tsx';
import { usePresetTare } from '../../scales/preset-tare.ts';
import { isLive } from '../../scales/weight.ts';
import { useNow } from '../../timing/use-now.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Doubted } from '../../ui/Doubted.tsx';
import { formatShown, HIDDEN } from '../../ui/shown.ts';
import { useLive } from '../../workspace/workspace.ts';
import classes from './ChangeForm.module.css';
import { type ChangeMode, quickAmounts } from './change-draft.ts';
import { type ChangeFormProps, useChangeForm } from './use-change-form.ts';

const modes = [
  { value: 'minus', label: '− Расход' },
  { value: 'plus', label: '+ Приход' },
  { value: 'set', label: '= Стало' },
];

/** The settled weight on the scale now, for an item with a known tare; otherwise null. */
function useSettledWeight(item: ShownItem): number | null {
  const { reading } = useLive();
  const now = useNow(2_000);
  return reading?.stable &&
    isLive(reading, now) &&
    item.weight_empty_g !== null &&
    reading.weightG >= item.weight_empty_g
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

export function ChangeForm(props: ChangeFormProps) {
  const { item, quantity } = props;
  const form = useChangeForm(props);
  const { mode, text, note, reason, choices, after, error, asked } = form;
  const weight = useSettledWeight(item);
  const tare = usePresetTare();

  if (asked) {
    return <Doubted doubt={asked.doubt} onConfirm={form.confirm} onBack={form.back} />;
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Outcome current={quantity} after={after} unit={item.unit} />
        <SegmentedControl
          fullWidth
          size="md"
          data={modes}
          value={mode}
          onChange={(value) => form.setMode(value as ChangeMode)}
          aria-label="Что произошло"
          classNames={{ label: classes.mode }}
        />
        {choices.length > 0 && (
          <div className={classes.reasons}>
            <Choice label="Причина" value={reason} options={choices} onChange={form.setReason} />
          </div>
        )}
        <TextInput
          data-autofocus
          label={`Сколько, ${item.unit}`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0,7"
          value={text}
          onChange={(event) => form.type(event.currentTarget.value)}
          error={error}
          size="lg"
          classNames={{ input: classes.amount }}
        />
        <Group gap="xs">
          {quickAmounts(item).map((quick) => (
            <Button key={quick.label} variant="default" className={classes.quick} onClick={() => form.type(quick.text)}>
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
          onChange={(event) => form.setNote(event.currentTarget.value)}
        />
        {weight !== null && (
          <>
            <PresetTareChoice {...tare} />
            <Button
              variant="light"
              leftSection={<Weight size={20} aria-hidden />}
              onClick={() => form.submitWeight(weight, tare.chosen?.grams)}
            >
              Записать по весам: {formatQuantity(weight, 'г')}
            </Button>
          </>
        )}
        <Button type="submit" size="lg">
          Записать
        </Button>
      </Stack>
    </form>
  );
}

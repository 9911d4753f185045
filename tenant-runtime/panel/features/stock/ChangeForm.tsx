import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { type Doubt, doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { Weight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reasonLabels } from '../../changes/change-labels.ts';
import { remainingOf } from '../../scales/weight.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Doubted } from '../../ui/Doubted.tsx';
import { formatShown, HIDDEN } from '../../ui/shown.ts';
import { useLive } from '../../workspace/workspace.ts';
import classes from './ChangeForm.module.css';
import { type Amount, type ChangeMode, outcomeOf, quickAmounts } from './change-draft.ts';

export type Submitted = Amount | { grossWeightG: number };

/** The reason and the user's own note. */
export interface Words {
  reason: Reason | null;
  note: string;
  /** The user was asked whether the amount is meant, and confirmed it. */
  confirmed?: boolean;
}

interface ChangeFormProps {
  item: ShownItem;
  /** Including changes not yet sent. */
  quantity: number | null;
  mode: ChangeMode;
  onSubmit: (amount: Submitted, words: Words) => void;
}

const modes = [
  { value: 'minus', label: '− Расход' },
  { value: 'plus', label: '+ Приход' },
  { value: 'set', label: '= Стало' },
];

// Derived from the labels, because importing the contract's list would load the schemas with the first screen.
const losses = Object.entries(reasonLabels).map(([value, label]) => ({ value: value as Reason, label }));

/** The reasons for which stock goes or comes, besides use and delivery. */
const reasonsOf: Record<ChangeMode, { value: Reason | 'plain'; label: string }[]> = {
  minus: [{ value: 'plain', label: 'Расход' }, ...losses],
  plus: [
    { value: 'plain', label: 'Приход' },
    { value: 'transfer', label: reasonLabels.transfer },
  ],
  set: [],
};

/** The settled weight on the scale, for an item with a known tare; otherwise null. */
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
  const [chosen, setChosen] = useState<Reason | 'plain'>('plain');
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ doubt: Doubt; amount: Submitted } | null>(null);
  const weight = useSettledWeight(item);
  const outcome = outcomeOf(text, mode, quantity, item.unit);
  const after = 'after' in outcome ? outcome.after : null;
  const choices = reasonsOf[mode];
  const reason = choices.find(({ value }) => value === chosen)?.value ?? 'plain';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if ('error' in outcome) {
      setError(outcome.error);
      return;
    }
    const found = doubtOf({ ...item, quantity }, outcome.amount);
    if (found) setAsked({ doubt: found, amount: outcome.amount });
    else send(outcome.amount);
  }

  function submitWeight(grossWeightG: number): void {
    const left = remainingOf(item, { grams: grossWeightG, stepG: null });
    const found = 'quantity' in left ? doubtOf({ ...item, quantity }, { weighed: left.quantity }) : undefined;
    if (found) setAsked({ doubt: found, amount: { grossWeightG } });
    else send({ grossWeightG });
  }

  /** A weight always sets the quantity, whatever mode the form was opened in. */
  function send(amount: Submitted, confirmed = false): void {
    const why = reason === 'plain' || 'grossWeightG' in amount ? null : reason;
    onSubmit(amount, { reason: why, note: note.trim(), confirmed });
  }

  function confirm({ amount }: { amount: Submitted }, instead?: number): void {
    if (instead === undefined) send(amount, true);
    else send('delta' in amount ? { delta: instead } : { set: instead }, true);
  }

  function type(next: string): void {
    setText(next);
    setError(null);
  }

  if (asked) {
    return (
      <Doubted doubt={asked.doubt} onConfirm={(instead) => confirm(asked, instead)} onBack={() => setAsked(null)} />
    );
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
        {choices.length > 0 && (
          <div className={classes.reasons}>
            <Choice label="Причина" value={reason} options={choices} onChange={setChosen} />
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
          <Button variant="light" leftSection={<Weight size={20} aria-hidden />} onClick={() => submitWeight(weight)}>
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

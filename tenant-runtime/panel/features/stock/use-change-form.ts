import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { type Doubt, doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { type FormEvent, useState } from 'react';
import { reasonLabels } from '../../changes/change-labels.ts';
import { remainingOf } from '../../scales/weight.ts';
import { type Amount, type ChangeMode, outcomeOf } from './change-draft.ts';

/** `presetTareG`: the grams of what stands on the bottle, which the gross weight includes. */
type Weighed = { grossWeightG: number; presetTareG?: number };
export type Submitted = Amount | Weighed;

/** The reason and the user's own note. */
export interface Words {
  reason: Reason | null;
  note: string;
  /** The user was asked whether the amount is meant, and confirmed it. */
  confirmed?: boolean;
}

export interface ChangeFormProps {
  item: ShownItem;
  /** Including changes not yet sent. */
  quantity: number | null;
  mode: ChangeMode;
  onSubmit: (amount: Submitted, words: Words) => void;
}

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

/** The state of the form of a change: what is typed, what it would make of the stock, and a doubt about the amount. */
export function useChangeForm({ item, quantity, mode: initialMode, onSubmit }: ChangeFormProps) {
  const [mode, setMode] = useState(initialMode);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<Reason | 'plain'>('plain');
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ doubt: Doubt; amount: Submitted } | null>(null);
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

  function submitWeight(grossWeightG: number, presetTareG: number | undefined): void {
    const left = remainingOf(item, { grams: grossWeightG, stepG: null, presetTareG });
    const amount: Weighed = { grossWeightG, ...(presetTareG !== undefined && { presetTareG }) };
    const found = 'quantity' in left ? doubtOf({ ...item, quantity }, { weighed: left.quantity }) : undefined;
    if (found) setAsked({ doubt: found, amount });
    else send(amount);
  }

  /** A weight always sets the quantity, whatever mode the form was opened in. */
  function send(amount: Submitted, confirmed = false): void {
    const why = reason === 'plain' || 'grossWeightG' in amount ? null : reason;
    onSubmit(amount, { reason: why, note: note.trim(), confirmed });
  }

  function confirm(instead?: number): void {
    if (!asked) return;
    const { amount } = asked;
    if (instead === undefined) send(amount, true);
    else send('delta' in amount ? { delta: instead } : { set: instead }, true);
  }

  function type(next: string): void {
    setText(next);
    setError(null);
  }

  return {
    mode,
    setMode,
    text,
    type,
    note,
    setNote,
    reason,
    setReason: setChosen,
    choices,
    after,
    error,
    /** The doubt that the user has to answer before the amount is written. */
    asked,
    submit,
    submitWeight,
    confirm,
    back: (): void => setAsked(null),
  };
}

import { ActionIcon, Button } from '@mantine/core';
import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { useQueue, useWorkspace } from '../../lib/workspace.ts';
import classes from './Count.module.css';
import { forgetDraft, keepDraft, readDraft } from './draft.ts';
import { type Key, keys, type Mode, outcomeOf, press } from './keypad.ts';

const modes: { value: Mode; label: string }[] = [
  { value: 'minus', label: '− Расход' },
  { value: 'plus', label: '+ Приход' },
  { value: 'set', label: '= Стало' },
];

/** What the server last said and, on top, what this phone has yet to send. */
function useQuantity(item: Item): number {
  const { entries } = useQueue();
  let quantity = item.quantity;
  for (const { change, error } of entries) {
    if (change.itemId === item.id && error === undefined) quantity = change.set ?? quantity + (change.delta ?? 0);
  }
  return Math.round(quantity * 1000) / 1000;
}

function useRecord(item: Item, onDone: () => void) {
  const { queue, user } = useWorkspace();
  const [busy, setBusy] = useState(false);
  async function record(amount: { delta: number } | { set: number }): Promise<void> {
    setBusy(true);
    const id = crypto.randomUUID();
    const change = { id, itemId: item.id, ...amount, source: 'scanner' as const, at: new Date() };
    try {
      await queue.add({ id, owner: user.id, change, itemName: item.name, unit: item.unit });
    } catch {
      setBusy(false);
      toast.error('Телефон не смог сохранить. Освободите место и повторите');
      return;
    }
    forgetDraft();
    navigator.vibrate?.(30);
    const shown =
      'delta' in amount ? formatDelta(amount.delta, item.unit) : `= ${formatQuantity(amount.set, item.unit)}`;
    toast.success(`Записано: ${item.name} ${shown}`);
    onDone();
  }
  return { record, busy };
}

function Keypad({ onKey }: { onKey: (key: Key) => void }) {
  return (
    <div className={classes.keypad}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className={classes.key}
          aria-label={key === '⌫' ? 'Стереть' : key === ',' ? 'Запятая' : undefined}
          onClick={() => onKey(key)}
        >
          {key}
        </button>
      ))}
    </div>
  );
}

export function CountPage({ item, onDone }: { item: Item; onDone: () => void }) {
  const [{ mode, text }, setDraft] = useState(() => readDraft(item.id));
  const quantity = useQuantity(item);
  const { record, busy } = useRecord(item, onDone);
  const outcome = outcomeOf(text, mode, quantity);
  useEffect(() => keepDraft({ item, mode, text }), [item, mode, text]);
  return (
    <section className={classes.count} aria-label={item.name}>
      <div className={classes.head}>
        <ActionIcon
          aria-label="Назад"
          onClick={() => {
            forgetDraft();
            onDone();
          }}
        >
          <ArrowLeft size={24} aria-hidden />
        </ActionIcon>
        <h1 className={classes.name}>{item.name}</h1>
      </div>
      <output className={classes.outcome}>
        <span className={classes.before}>{formatQuantity(quantity, item.unit)}</span>
        <span className={classes.after}>{outcome ? `→ ${formatQuantity(outcome.after, item.unit)}` : '\u00a0'}</span>
      </output>
      <div className={classes.modes}>
        {modes.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.mode}
            aria-pressed={mode === value}
            onClick={() => setDraft({ mode: value, text })}
          >
            {label}
          </button>
        ))}
      </div>
      <output className={classes.typed} aria-label="Набрано">
        {text || '0'} <small>{item.unit}</small>
      </output>
      <Keypad onKey={(key) => setDraft((draft) => ({ ...draft, text: press(draft.text, key) }))} />
      <Button size="lg" disabled={!outcome} loading={busy} onClick={() => outcome && record(outcome.amount)}>
        Записать
      </Button>
    </section>
  );
}

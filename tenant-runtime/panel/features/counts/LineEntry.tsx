import type { CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { type KeyboardEvent, useState } from 'react';
import { parseQuantity } from '../../forms/quantity-input.ts';
import classes from './Lines.module.css';

export interface LineActions {
  /** Saves the quantity and moves the focus to the next line. */
  enter: (line: CountLine, quantity: number, index: number) => void;
  move: (index: number, by: number) => void;
  entries: (line: CountLine) => void;
  /** What was typed and not entered, by the item: a row that is scrolled away leaves the page. */
  typed: Map<number, string>;
}

interface LineEntryProps {
  line: CountLine;
  index: number;
  actions: LineActions;
}

/** A text field: Enter saves what was typed and moves the focus to the next line. */
export function LineEntry({ line, index, actions }: LineEntryProps) {
  const { typed } = actions;
  const [text, setText] = useState(typed.get(line.item.id) ?? '');
  const [error, setError] = useState<string | null>(null);

  function type(next: string): void {
    setText(next);
    if (next === '') typed.delete(line.item.id);
    else typed.set(line.item.id, next);
  }

  function write(): void {
    if (text.trim() === '') {
      actions.move(index, 1);
      return;
    }
    const parsed = parseQuantity(text, line.item.unit);
    const objection = parsed.error ?? ((parsed.value ?? 0) < 0 ? 'Не меньше нуля' : null);
    if (objection !== null || parsed.value === undefined) {
      setError(objection);
      return;
    }
    type('');
    setError(null);
    actions.enter(line, parsed.value, index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') write();
    else if (event.key === 'ArrowDown') actions.move(index, 1);
    else if (event.key === 'ArrowUp') actions.move(index, -1);
    else if (event.key === 'Escape') type('');
    else return;
    event.preventDefault();
  }

  return (
    <span className={classes.entry}>
      <input
        className={classes.input}
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        placeholder={line.item.unit}
        aria-label={`Сколько: ${line.item.name}, ${line.item.unit}`}
        aria-invalid={error !== null}
        title={error ?? undefined}
        data-line={index}
        value={text}
        onChange={(event) => {
          type(event.currentTarget.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
      />
      {error && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

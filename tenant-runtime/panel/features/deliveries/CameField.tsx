import { TextInput } from '@mantine/core';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { type KeyboardEvent, useState } from 'react';
import { parseQuantity, toFieldText } from '../../forms/quantity-input.ts';
import { cameLabel, typedUnit } from './delivery-lines.ts';

interface CameFieldProps {
  line: DeliveryLine;
  /** Null where all of it has come as the document says. */
  onCame: (came: number | null) => void;
  onClose: () => void;
}

/** Asks how much of a line has really come; Enter saves. A unit costs what the document says. */
export function CameField({ line, onCame, onClose }: CameFieldProps) {
  const before = toFieldText(line.came ?? line.quantity);
  const [text, setText] = useState(before);
  const [error, setError] = useState<string | null>(null);

  function save(): void {
    if (text === before || text.trim() === '') {
      onClose();
      return;
    }
    const parsed = parseQuantity(text, typedUnit(line));
    if (parsed.value === undefined) setError(parsed.error);
    else if (parsed.value < 0) setError('Не меньше нуля');
    else onCame(parsed.value === line.quantity ? null : parsed.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  }

  return (
    <TextInput
      size="sm"
      w="9rem"
      label={cameLabel(line)}
      inputMode="decimal"
      enterKeyHint="done"
      autoComplete="off"
      autoFocus
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setError(null);
      }}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
}

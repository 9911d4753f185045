import { TextInput } from '@mantine/core';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { type KeyboardEvent, useState } from 'react';
import { toFieldText } from '../../forms/quantity-input.ts';
import { factorLabel, parseFactor } from './delivery-lines.ts';

interface FactorFieldProps {
  line: DeliveryLine & { item: NonNullable<DeliveryLine['item']> };
  /** `left` says that the person has left the field. */
  onFactor: (factor: number, how: { left: boolean }) => void;
  /** Called by Enter in the empty field. */
  onEmpty: () => void;
}

/** Asks how many units of the item are in one of the document; Enter saves. */
export function FactorField({ line, onFactor, onEmpty }: FactorFieldProps) {
  const [text, setText] = useState(toFieldText(line.factor));
  const [error, setError] = useState<string | null>(null);

  function save(left: boolean): void {
    if (text.trim() === '') {
      onEmpty();
      return;
    }
    const parsed = parseFactor(text, line.item.unit);
    if ('error' in parsed) setError(parsed.error);
    else onFactor(parsed.value, { left });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save(false);
  }

  return (
    <TextInput
      size="sm"
      w="9rem"
      label={factorLabel(line)}
      inputMode="decimal"
      enterKeyHint="next"
      autoComplete="off"
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setError(null);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => text.trim() !== '' && text !== toFieldText(line.factor) && save(true)}
    />
  );
}

import { TextInput } from '@mantine/core';
import { ScanBarcode } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import classes from './PickItem.module.css';
import type { Pick } from './use-pick.ts';

interface PickItemProps {
  pick: Pick;
  label: string;
  /** Where the place says what is sought, the label is for screen readers only. */
  isLabelHidden?: boolean;
  /** Called by Enter in the empty field. */
  onEmpty: () => void;
  fieldRef?: Ref<HTMLInputElement>;
  placeholder?: string;
  size?: 'sm' | 'md';
}

/** A field that finds an item by its name or barcode; a barcode scanner types here as well. */
export function PickItem({
  pick,
  label,
  isLabelHidden = false,
  onEmpty,
  fieldRef,
  placeholder = 'Название или штрихкод',
  size,
}: PickItemProps) {
  const id = useId();
  const open = pick.found.length > 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') pick.move(1);
    else if (event.key === 'ArrowUp') pick.move(-1);
    else if (event.key === 'Enter') pick.text.trim() === '' ? onEmpty() : pick.take();
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.pick}>
      <TextInput
        ref={fieldRef}
        data-autofocus
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        placeholder={placeholder}
        leftSection={<ScanBarcode size={20} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        {...(size && { size })}
        value={pick.text}
        onChange={(event) => pick.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={pick.unknown}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${id}-found-${pick.at}` : undefined}
      />
      <div role="listbox" id={`${id}-found`} aria-label="Найденные позиции" hidden={!open} className={classes.found}>
        {pick.found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's own keys choose among the options
          <div
            key={item.id}
            id={`${id}-found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === pick.at}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick.pick(item)}
          >
            <span>{item.name}</span>
            <span className={classes.dim}>{item.category}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

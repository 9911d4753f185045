import { TextInput } from '@mantine/core';
import { ScanBarcode } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import type { Pick } from './use-pick.ts';
import classes from './Weighing.module.css';

interface PickItemProps {
  pick: Pick;
  /** Called by Enter in the empty field. */
  onWrite: () => void;
  fieldRef: Ref<HTMLInputElement>;
}

/** Always keeps the focus: a barcode scanner types here, and Enter in the empty field writes the weight. */
export function PickItem({ pick, onWrite, fieldRef }: PickItemProps) {
  const open = pick.found.length > 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') pick.move(1);
    else if (event.key === 'ArrowUp') pick.move(-1);
    else if (event.key === 'Enter') pick.text.trim() === '' ? onWrite() : pick.take();
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.pick}>
      <TextInput
        ref={fieldRef}
        data-autofocus
        label="Что на весах"
        placeholder="Название или штрихкод"
        leftSection={<ScanBarcode size={20} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        value={pick.text}
        onChange={(event) => pick.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={pick.unknown}
        role="combobox"
        aria-expanded={open}
        aria-controls="weighing-found"
        aria-autocomplete="list"
        aria-activedescendant={open ? `weighing-found-${pick.at}` : undefined}
      />
      <div role="listbox" id="weighing-found" aria-label="Найденные позиции" hidden={!open} className={classes.found}>
        {pick.found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's own keys choose among the options
          <div
            key={item.id}
            id={`weighing-found-${index}`}
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

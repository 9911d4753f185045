import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { PresetTare } from '@ostatok/tenant-runtime/contract/settings.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import classes from './Weigh.module.css';

interface PresetTaresProps {
  options: readonly PresetTare[];
  chosen: PresetTare | undefined;
  choose: (tare: PresetTare | undefined) => void;
}

/** Chooses what stands on the bottle, whose weight is subtracted. The list scrolls sideways, and begins at the chosen. */
export function PresetTares({ options, chosen, choose }: PresetTaresProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { length } = options;
  useEffect(() => {
    if (length === 0) return;
    list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [length]);
  if (length === 0) return null;
  return (
    <fieldset ref={list} className={classes.tares} aria-label="Что стоит на бутылке">
      <Button aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        Без всего
      </Button>
      {options.map((tare) => (
        <Button key={tare.name} aria-pressed={chosen?.name === tare.name} onClick={() => choose(tare)}>
          {tare.name} <span className={classes.tareGrams}>{formatQuantity(tare.grams, 'г')}</span>
        </Button>
      ))}
    </fieldset>
  );
}

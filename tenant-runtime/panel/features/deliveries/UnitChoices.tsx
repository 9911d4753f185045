import { Button, VisuallyHidden } from '@mantine/core';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { unitChoiceText } from './delivery-lines.ts';
import classes from './Lines.module.css';

interface UnitChoicesProps {
  line: DeliveryLine & { item: NonNullable<DeliveryLine['item']> };
  onChoose: (unit: Unit) => void;
}

/** Asks what the quantity is in, the probable answer first, since the document names no unit. */
export function UnitChoices({ line: { number, item, unit_choices }, onChoose }: UnitChoicesProps) {
  const choices = unit_choices.toSorted((one, other) => Number(other.likely) - Number(one.likely));
  return (
    <fieldset className={classes.units}>
      <legend>
        <VisuallyHidden>Строка {number}. </VisuallyHidden>В чём количество?
      </legend>
      {choices.map((choice) => (
        <Button
          key={choice.unit}
          size="compact-sm"
          variant={choice.likely ? 'light' : 'default'}
          onClick={() => onChoose(choice.unit)}
        >
          {unitChoiceText(choice, item)}
        </Button>
      ))}
    </fieldset>
  );
}

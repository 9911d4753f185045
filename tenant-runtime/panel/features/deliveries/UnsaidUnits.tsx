import { Button } from '@mantine/core';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { DecidedLine } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import classes from './Deliveries.module.css';
import { asksUnit, type UnitAnswer, unitDecisions } from './delivery-lines.ts';

const answers: [UnitAnswer, string][] = [
  ['likely', 'Как вероятнее'],
  ['pieces', 'Везде штуки'],
  ['measures', 'Везде литры и килограммы'],
];

interface UnsaidUnitsProps {
  rows: readonly DeliveryLine[];
  onDecide: (...lines: DecidedLine[]) => void;
}

/** Asks once for all lines what the quantities of a document without units are in. */
export function UnsaidUnits({ rows, onDecide }: UnsaidUnitsProps) {
  const asked = rows.filter(asksUnit).length;
  if (asked < 2) return null;
  return (
    <div className={classes.sure}>
      <span>В накладной не сказано, в чём количество. Строк: {asked}</span>
      {answers.map(([answer, label]) => {
        const lines = unitDecisions(rows, answer);
        return (
          lines.length > 0 && (
            <Button key={answer} variant="default" onClick={() => onDecide(...lines)}>
              {label}
            </Button>
          )
        );
      })}
    </div>
  );
}

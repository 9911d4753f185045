import { Alert, Button, Group } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { densityOf } from '@ostatok/tenant-runtime/contract/weighing.ts';
import type { Remaining as Result, TakenWeight } from '../../scales/weight.ts';
import classes from './Weighing.module.css';

/** The error in grams and millilitres: «5 г ≈ ±3 мл». */
function errorText(item: ShownItem, error: number, stepG: number): string {
  const small = formatQuantity(Math.max(1, Math.round(error * 1000)), item.unit === 'л' ? 'мл' : 'г');
  return `±${small}: весы считают по ${formatQuantity(stepG, 'г')}`;
}

/** Shows what is left in the bottle, in the largest type of the panel. */
export function Remaining({
  item,
  weight,
  result,
}: {
  item: ShownItem;
  weight: TakenWeight | null;
  result: Result | null;
}) {
  const density = densityOf(item);
  const known = result && 'quantity' in result ? result : null;
  return (
    <div className={classes.result}>
      {item.volume_ml !== null && <Mark size={72} fill={known?.fill ?? 0} />}
      <div>
        <output className={classes.quantity} data-stable={weight?.stable === true} data-testid="weighing-result">
          {known ? formatQuantity(known.quantity, item.unit) : '—'}
        </output>
        <div className={classes.dim}>
          {known?.error != null && weight?.stepG ? `${errorText(item, known.error, weight.stepG)}. ` : ''}
          {item.weight_empty_g !== null && `Пустая ${formatQuantity(item.weight_empty_g, 'г')}`}
          {item.unit === 'л' && density ? `, плотность ${formatQuantity(density)}` : ''}
        </div>
      </div>
    </div>
  );
}

interface LearnProps {
  item: ShownItem;
  weight: TakenWeight | null;
  failure: 'no_empty' | 'no_density';
  busy: boolean;
  onMeasure: (what: 'emptyG' | 'fullG') => void;
}

/** Measures an unknown tare by weighing the bottle once; it is then saved with the item. */
export function Learn({ item, weight, failure, busy, onMeasure }: LearnProps) {
  const ready = weight?.stable === true;
  const fromFull = item.volume_ml !== null && item.unit === 'л';
  return (
    <Alert
      color="amber"
      variant="light"
      title={failure === 'no_empty' ? 'Вес пустой бутылки ещё не известен' : 'Плотность ещё не известна'}
    >
      <p className={classes.learn}>
        {failure === 'no_empty'
          ? `Поставьте на весы пустую${fromFull ? ' или полную' : ''} бутылку и запомните её вес. Дальше остаток считается сам`
          : 'Поставьте полную бутылку и запомните её вес, или укажите плотность в карточке позиции'}
      </p>
      <Group gap="xs">
        {failure === 'no_empty' && (
          <Button disabled={!ready} loading={busy} onClick={() => onMeasure('emptyG')}>
            Взвесить пустую
          </Button>
        )}
        {fromFull && (
          <Button variant="default" disabled={!ready} loading={busy} onClick={() => onMeasure('fullG')}>
            Взвесить полную
          </Button>
        )}
      </Group>
    </Alert>
  );
}

import { Tooltip } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { Weight } from 'lucide-react';
import { openWeighing } from '../scales/weighing.ts';
import { isLive } from '../scales/weight.ts';
import { useNow } from '../timing/use-now.ts';
import { useLive } from '../workspace/workspace.ts';
import classes from './ScalesReading.module.css';

/** The reading of an empty scale fluctuates by at most this many grams. */
const EMPTY_G = 2;

/** Shows the weight on the scale now; pressing it opens the weighing panel. */
export function ScalesReading() {
  const { reading } = useLive();
  const now = useNow(5_000);
  if (!reading || !isLive(reading, now)) return null;
  return (
    <Tooltip label={`Весы ${reading.scaleId}: ${reading.stable ? 'вес установился' : 'вес меняется'}. Взвесить — W`}>
      <button
        type="button"
        className={classes.reading}
        data-stable={reading.stable}
        data-empty={Math.abs(reading.weightG) < EMPTY_G}
        data-testid="scales-reading"
        onClick={() => openWeighing()}
      >
        <Weight size={18} aria-hidden />
        <span className={classes.weight}>
          {reading.stable ? '' : '≈ '}
          {formatQuantity(Math.round(reading.weightG * 10) / 10, 'г')}
        </span>
      </button>
    </Tooltip>
  );
}

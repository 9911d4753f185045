import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { LiveScales } from '../../scales/use-scales.ts';
import classes from './Weigh.module.css';

interface ScaleReadingProps {
  scales: LiveScales;
  chosen: string | undefined;
  onChoose: (scaleId: string) => void;
}

/** Shows the weight on the scale; when there are several, the user taps the one to use. */
export function ScaleReading({ scales, chosen, onChoose }: ScaleReadingProps) {
  const readings = Object.values(scales.readings);
  if (scales.state === 'looking') return <p className={classes.error}>Ищем весы…</p>;
  if (scales.state === 'none') return <p className={classes.error}>Весы не подключены. Введите вес в граммах</p>;
  if (readings.length === 0) return <p className={classes.error}>Поставьте бутылку на весы</p>;
  return readings.map(({ scaleId, weightG, stable }) => {
    const current = readings.length > 1 && scaleId === (chosen ?? readings.at(-1)?.scaleId);
    const inside = (
      <>
        <span>{stable ? 'На весах' : 'Весы колеблются'}</span>
        <b>{formatQuantity(Math.round(weightG * 10) / 10, 'г')}</b>
      </>
    );
    if (readings.length === 1) {
      return (
        <div key={scaleId} className={classes.scale} data-stable={stable}>
          {inside}
        </div>
      );
    }
    return (
      <button
        key={scaleId}
        type="button"
        className={classes.scale}
        data-stable={stable}
        aria-pressed={current}
        onClick={() => onChoose(scaleId)}
      >
        {inside}
      </button>
    );
  });
}

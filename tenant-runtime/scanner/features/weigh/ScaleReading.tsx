import { frameAdvice } from '@ostatok/kit/scales/advice.ts';
import { isBelowZero } from '@ostatok/kit/scales/tolerance.ts';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { LiveScales } from '../../scales/use-scales.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TareScale } from './TareScale.tsx';
import classes from './Weigh.module.css';

interface ScaleReadingProps {
  scales: LiveScales;
  /** The reading that is recorded; undefined if the user has to tap its scale first. */
  used: ScalesReading | undefined;
  onChoose: (scaleId: string) => void;
}

/** Shows the weight on the scale; when there are several, the user taps the one to use. */
export function ScaleReading({ scales, used, onChoose }: ScaleReadingProps) {
  const readings = Object.values(scales.readings);
  if (scales.state === 'looking') return <p className={classes.error}>Ищем весы…</p>;
  if (scales.state === 'none') return <p className={classes.error}>Весы не подключены. Введите вес в граммах</p>;
  if (readings.length === 0) return <p className={classes.error}>Поставьте бутылку на весы</p>;
  const tare = used && scales.tares[used.scaleId];
  return (
    <>
      {!used && <Notice>Коснитесь весов, на которые ставите бутылки</Notice>}
      {readings.map(({ scaleId, weightG, stable }) => {
        const inside = (
          <>
            <span>{stable ? 'На весах' : 'Весы колеблются'}</span>
            <b>{formatQuantity(Math.round(weightG * 10) / 10, 'г')}</b>
          </>
        );
        if (used && readings.length === 1) {
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
            aria-pressed={scaleId === used?.scaleId}
            onClick={() => onChoose(scaleId)}
          >
            {inside}
          </button>
        );
      })}
      {used && isBelowZero(used) && <Notice>{frameAdvice.underload}</Notice>}
      {tare && <TareScale key={used.scaleId} tare={tare} />}
    </>
  );
}

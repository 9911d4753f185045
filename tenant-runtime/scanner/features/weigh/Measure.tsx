import type { WeighingFailure } from '@ostatok/tenant-runtime/contract/weighing.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useMeasure } from './use-measure.ts';
import classes from './Weigh.module.css';
import { type InHand, measurable } from './weight.ts';

interface MeasureProps {
  item: PhoneItem;
  hand: InHand | null;
  failure: { code: WeighingFailure; text: string };
  onDone: () => void;
}

/** Explains why the content cannot be computed and, when a weight is missing, lets the user measure it now. */
export function Measure({ item, hand, failure, onDone }: MeasureProps) {
  const { measure, busy } = useMeasure(item, onDone);
  const missing = failure.code === 'no_empty' || failure.code === 'no_density';
  const can = measurable(item);
  const steady = hand?.steady && hand.grams > 0;

  if (!missing) return <Notice failure>{failure.text}</Notice>;
  if (!can.empty && !can.full) {
    return <Notice failure>{failure.text}. Укажите объём и плотность в карточке позиции</Notice>;
  }
  return (
    <Notice>
      <span>{failure.text}. Поставьте такую бутылку на весы или введите её вес и скажите, какая она</span>
      <div className={classes.two}>
        {can.empty && (
          <Button disabled={!steady} busy={busy} onClick={() => hand && void measure('emptyG', hand)}>
            Взвесить пустую
          </Button>
        )}
        {can.full && (
          <Button disabled={!steady} busy={busy} onClick={() => hand && void measure('fullG', hand)}>
            Взвесить полную
          </Button>
        )}
      </div>
    </Notice>
  );
}

import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { exact } from '../../offline/operations.ts';
import { Button } from '../../ui/Button.tsx';
import { useMeasure } from './use-measure.ts';
import { type InHand, looksEmpty } from './weight.ts';

interface EmptyAgainProps {
  item: PhoneItem;
  hand: InHand | null;
  onDone: () => void;
}

/** Offers to measure an empty bottle again: two weighings that agree make its weight certain. */
export function EmptyAgain({ item, hand, onDone }: EmptyAgainProps) {
  const { measure, busy } = useMeasure(item, onDone);
  if (!hand?.steady || !looksEmpty(item, hand)) return null;
  return (
    <Button look="quiet" busy={busy} onClick={() => void measure('emptyG', hand)}>
      Пустая весит {formatQuantity(exact(hand.grams - hand.presetTareG), 'г')}: запомнить
    </Button>
  );
}

import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { formatShown } from '../../ui/shown.ts';
import classes from './Weighing.module.css';

/**
 * Whether at least a whole bottle would vanish from the books, because the weight becomes the item's whole stock and
 * the user may have forgotten full bottles.
 */
const losesBottles = ({ quantity, unit, volume_ml }: ShownItem, weighed: number): boolean =>
  unit === 'л' && quantity !== null && volume_ml !== null && (quantity - weighed) * 1000 >= volume_ml;

/** Tells what the item's stock will be once the weight is written. */
export function Consequence({ item, quantity }: { item: ShownItem; quantity: number }) {
  return (
    <p className={classes.consequence}>
      Остаток станет {formatQuantity(quantity, item.unit)}, сейчас {formatShown(item.quantity, item.unit)}. Enter
      записывает
      {losesBottles(item, quantity) && '. Пропадёт больше бутылки: если рядом есть полные, укажите их'}
    </p>
  );
}

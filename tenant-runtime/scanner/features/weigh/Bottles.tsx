import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { Minus, Plus } from 'lucide-react';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { IconButton } from '../../ui/Button.tsx';
import classes from './Weigh.module.css';

interface BottlesProps {
  item: PhoneItem;
  /** The stock before weighing; null when hidden. */
  quantity: number | null;
  bottles: number;
  onChange: (bottles: number) => void;
}

/** Adds the full bottles beside the scale to the one that is weighed. */
export function Bottles({ item, quantity, bottles, onChange }: BottlesProps) {
  if (item.unit !== 'л' || !item.volume_ml) return null;
  return (
    <div className={classes.bottles}>
      <span>
        И полные по {formatQuantity(item.volume_ml / 1000, 'л')}: <b>{bottles}</b>
        {quantity !== null && <span className={classes.error}>, было {formatQuantity(quantity, 'л')}</span>}
      </span>
      <span className={classes.steps}>
        <IconButton aria-label="Меньше полных" disabled={bottles === 0} onClick={() => onChange(bottles - 1)}>
          <Minus size={24} aria-hidden />
        </IconButton>
        <IconButton aria-label="Больше полных" onClick={() => onChange(bottles + 1)}>
          <Plus size={24} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}
